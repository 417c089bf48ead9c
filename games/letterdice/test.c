#include "check.h"
#include "letterdice.h"
int main(void)
{
    return 0;
}
