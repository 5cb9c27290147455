#define NULL nullptr
#define offsetof offsetof
