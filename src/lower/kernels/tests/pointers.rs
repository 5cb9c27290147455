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

#[test]
fn records_are_cells_where_their_address_is_cast_or_moved() {
    check(
        "float4 v = make_float4(1.0f, 2.0f, 3.0f, 4.0f); float *p = &v.x; p[n] = 0.0f; v.w = 5.0f;",
        "
        declare v;
        v[0i64] = 1.0f32;
        v[1i64] = 2.0f32;
        v[2i64] = 3.0f32;
        v[3i64] = 4.0f32;
        v[0i64 + convert<i64>(n)] = 0.0f32;
        v[3i64] = 5.0f32;",
    );
    check(
        "unsigned short u = 7; unsigned char *p = (unsigned char *)&u; p[1] = 9; n = u;",
        "
        declare u#2;
        u#2[0i64] = 7u8;
        u#2[1i64] = cast<u8>(7u16 >> 8);
        u#2[0i64 + 1i64] = 9u8;
        n = convert<i32>(cast<u16>(u#2[0i64]) + cast<u16>(u#2[1i64]) * 256u16);",
    );
}

#[test]
fn a_pitch_counts_parts_of_cells() {
    check(
        "float *row = (float *)((char *)f + n * 12); row[1] = 2.0f; row = (float *)((char *)f + n); *row = 1.0f;",
        "
        row = convert<i64>(n * 12) / 4i64;
        f[row + 1i64] = 2.0f32;
        assert aligned thread: convert<i64>(n) % 4i64 == 0i64;
        row = convert<i64>(n) / 4i64;
        f[row] = 1.0f32;",
    );
}

#[test]
fn arrays_of_pointers() {
    check(
        "int *p[2] = {a, a + n}; p[1][3] = 4; p[0] = p[1]; *p[0] = 1;",
        "
        `p[0]` = 0i64;
        `p[1]` = convert<i64>(n);
        a[`p[1]` + 3i64] = 4;
        `p[0]` = `p[1]`;
        a[`p[0]`] = 1;",
    );
    check(
        "int *p[2]; for (int i = 0; i < 2; i++) p[i] = a + i; p[n][3] = 4;",
        "
        declare p;
        i = 0;
        loop loop1 L1 while (i < 2) {
            p[i] = convert<i64>(i);
            i = i + 1;
        }
        a[p[n] + 3i64] = 4;",
    );
}
