#include "check.h"
#include "compatibility.h"
int main(void)
{
    return 0;
}
