#undef assert
#ifdef NDEBUG
#define assert(e) (static_cast<void>(0))
#else
#define assert assert
#endif
