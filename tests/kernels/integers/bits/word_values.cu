// Integer functions on whole words (VALUE-42): products of 128 bits, means, shifts across two words, permuted bytes.
//% verdict: safe

__global__ void unsigned_words() {
    assert(__funnelshift_l(0x80ff7f01u, 0x7f80ff02u, 0u) == 2139160322u);
    assert(__funnelshift_lc(0x80ff7f01u, 0x7f80ff02u, 0u) == 2139160322u);
    assert(__funnelshift_r(0x80ff7f01u, 0x7f80ff02u, 0u) == 2164227841u);
    assert(__funnelshift_rc(0x80ff7f01u, 0x7f80ff02u, 0u) == 2164227841u);
    assert(__funnelshift_l(0x80ff7f01u, 0x7f80ff02u, 5u) == 4028620880u);
    assert(__funnelshift_lc(0x80ff7f01u, 0x7f80ff02u, 5u) == 4028620880u);
    assert(__funnelshift_r(0x80ff7f01u, 0x7f80ff02u, 5u) == 336067576u);
    assert(__funnelshift_rc(0x80ff7f01u, 0x7f80ff02u, 5u) == 336067576u);
    assert(__funnelshift_l(0x80ff7f01u, 0x7f80ff02u, 32u) == 2139160322u);
    assert(__funnelshift_lc(0x80ff7f01u, 0x7f80ff02u, 32u) == 2164227841u);
    assert(__funnelshift_r(0x80ff7f01u, 0x7f80ff02u, 32u) == 2164227841u);
    assert(__funnelshift_rc(0x80ff7f01u, 0x7f80ff02u, 32u) == 2139160322u);
    assert(__funnelshift_l(0x80ff7f01u, 0x7f80ff02u, 37u) == 4028620880u);
    assert(__funnelshift_lc(0x80ff7f01u, 0x7f80ff02u, 37u) == 2164227841u);
    assert(__funnelshift_r(0x80ff7f01u, 0x7f80ff02u, 37u) == 336067576u);
    assert(__funnelshift_rc(0x80ff7f01u, 0x7f80ff02u, 37u) == 2139160322u);
    assert(__byte_perm(0x80ff7f01u, 0x7f80ff02u, 0x123u) == 25165696u);
    assert(__byte_perm(0x80ff7f01u, 0x7f80ff02u, 0x5140u) == 4286513665u);
    assert(__byte_perm(0x80ff7f01u, 0x7f80ff02u, 0x7654u) == 2139160322u);
    assert(__byte_perm(0x80ff7f01u, 0x7f80ff02u, 0x8888u) == 16843009u);
    assert(__uhadd(0x80ff7f01u, 0x7f80ff02u) == 2151694081u);
    assert(__urhadd(0x80ff7f01u, 0x7f80ff02u) == 2151694082u);
    assert(__uhadd(0xffffffffu, 0xffffffffu) == 4294967295u);
    assert(__urhadd(0xffffffffu, 0xffffffffu) == 4294967295u);
    assert(__umul64hi(18446744073709551615ull, 18446744073709551615ull) == 18446744073709551614ull);
    assert(__umul64hi(1099511627783ull, 9223372036854775813ull) == 549755813891ull);
    assert(__umul64hi(3ull, 5ull) == 0ull);
    assert(__dp2a_lo(0x80ff7f01u, 0x7f80ff02u, 1u) == 8485892u);
    assert(__dp2a_hi(0x80ff7f01u, 0x7f80ff02u, 1u) == 8355586u);
    assert(__viaddmax_u32(3u, 5u, 4u) == 8u);
    assert(__viaddmin_u32(3u, 5u, 4u) == 4u);
    assert(__vimax3_u32(1u, 9u, 7u) == 9u);
    assert(__vimin3_u32(1u, 9u, 7u) == 1u);
}

__global__ void signed_words() {
    assert(__hadd(-7, 4) == -2);
    assert(__rhadd(-7, 4) == -1);
    assert(__hadd(2147483647, 2147483647) == 2147483647);
    assert(__rhadd(2147483647, 2147483647) == 2147483647);
    assert(__hadd(-2147483647, -3) == -1073741825);
    assert(__rhadd(-2147483647, -3) == -1073741825);
    assert(__mul64hi(9223372036854775807ll, 9223372036854775807ll) == 4611686018427387903ll);
    assert(__mul64hi(-9223372036854775807ll, 9223372036854775807ll) == -4611686018427387904ll);
    assert(__mul64hi(-5ll, 3ll) == -1ll);
    assert(__mul64hi(123456789012345ll, -987654321098765ll) == -6609981179ll);
    assert(__mul64hi(-1099511627776ll, -1125899906842624ll) == 67108864ll);
    assert(__dp2a_lo(0x7f80ff02, 0x12fe7f81, 10) == 4177548);
    assert(__dp2a_hi(0x7f80ff02, 0x12fe7f81, -10) == 588018);
    assert(__viaddmax_s32(3, -5, -1) == -1);
    assert(__viaddmin_s32(3, -5, -1) == -2);
    assert(__viaddmax_s32_relu(3, -5, -1) == 0);
    assert(__vimax3_s32(1, -2, 7) == 7);
    assert(__vimin3_s32(1, -2, 7) == -2);
    assert(__vimin3_s32_relu(1, -2, 7) == 0);
    assert(__vimax_s32_relu(-4, -2) == 0);
}
