#include "check.h"
#include "coordinates.h"
int main(void)
{
    return 0;
}
