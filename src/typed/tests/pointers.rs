//! Pointers are a base and an offset.

use super::check;

#[test]
fn offsets_are_added_to_indices() {
    check(
        "int *p = a + n; p[3] = 1; *p = 2; *(p + 1) = 3;",
        "
        a[convert<i64>(n) + 3i64] = 1;
        a[convert<i64>(n)] = 2;
        a[convert<i64>(n) + 1i64] = 3;",
    );
    check("int *p = &a[n]; p[-1] = 0;", "a[convert<i64>(n) + -1i64] = 0;");
    check("*(a + n) = *a; 2[a] = 0;", "a[convert<i64>(n)] = a[0i64];\na[2] = 0;");
}

#[test]
fn an_offset_that_may_change_is_kept() {
    check(
        "int i = n; int *p = a + i; i = 0; p[0] = i;",
        "
        i = n;
        p = convert<i64>(i);
        i = 0;
        a[p] = i;",
    );
}

#[test]
fn pointer_variables_hold_their_offset() {
    check(
        "int *p = a; while (p < a + n) *p++ = 1;",
        "
        p = 0i64;
        loop loop1 L1 while (p < convert<i64>(n)) {
            `old` = p;
            p = `old` + 1i64;
            a[`old`] = 1;
        }",
    );
    check(
        "a += n; a[0] = 1; a -= 1;",
        "
        a = 0i64;
        a = a + convert<i64>(n);
        a#2[a] = 1;
        a = a - 1i64;",
    );
    check(
        "int *p; if (n) p = a; else p = a + 4; *p = 1;",
        "
        if (n != 0) {
            p = 0i64;
        } else {
            p = 4i64;
        }
        a[p] = 1;",
    );
}

#[test]
fn differences_and_choices() {
    check("int *p = a + n; int d = p - a;", "d = convert<i32>(convert<i64>(n) - 0i64);");
    check("int *p = n ? a : a + 2; p[1] = 0;", "a[(n != 0 ? 0i64 : 2i64) + 1i64] = 0;");
}

#[test]
fn rows_of_arrays() {
    check(
        "__shared__ int t[4][5]; int *p = t[n]; p[2] = 1; int (*q)[5] = t + 1; q[1][2] = 3;",
        "
        t[n][2] = 1;
        t[1i64 + 1i64][2] = 3;",
    );
    check(
        "__shared__ int t[4][5]; int *p = t[n]; p += 2; *p = 1;",
        "
        index = convert<i64>(n);
        index#2 = 0i64;
        p = index;
        p#2 = index#2;
        p#2 = p#2 + 2i64;
        t[p][p#2] = 1;",
    );
}
