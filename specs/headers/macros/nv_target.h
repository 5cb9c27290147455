#define NV_IF_TARGET(...) __gpuhoare_code_by_target;
#define NV_IF_ELSE_TARGET(...) __gpuhoare_code_by_target;
#define NV_DISPATCH_TARGET(...) __gpuhoare_code_by_target;
