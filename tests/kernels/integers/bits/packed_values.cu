// Arithmetic on the bytes and halves of a word (VALUE-42): what each instruction makes of numbers that wrap, saturate and have signs.
//% verdict: safe

__global__ void halves() {
    assert(__vabs2(0x80008001u) == 2147516415u);
    assert(__vneg2(0x80ff7f01u) == 2130804991u);
    assert(__vabsss2(0x80008001u) == 2147450879u);
    assert(__vnegss2(0x8000ff80u) == 2147418240u);
    assert(__vabsdiffs2(0x80ff7f01u, 0x7f80ff02u) == 4269899775u);
    assert(__vabsdiffu2(0x80ff7f01u, 0x7f80ff02u) == 25133057u);
    assert(__vadd2(0x80ff7f01u, 0x7f80ff02u) == 8355331u);
    assert(__vsub2(0x80ff7f01u, 0x7f80ff02u) == 25133055u);
    assert(__vaddss2(0x80ff7f01u, 0x7f80ff02u) == 8355331u);
    assert(__vaddus2(0x80ff7f01u, 0x7f80ff02u) == 4294967295u);
    assert(__vsubss2(0x80ff7f01u, 0x7f80ff02u) == 2147516415u);
    assert(__vsubus2(0x80ff7f01u, 0x7f80ff02u) == 25100288u);
    assert(__vmaxs2(0x80ff7f01u, 0x7f80ff02u) == 2139127553u);
    assert(__vmaxu2(0x80ff7f01u, 0x7f80ff02u) == 2164260610u);
    assert(__vmins2(0x80ff7f01u, 0x7f80ff02u) == 2164260610u);
    assert(__vminu2(0x80ff7f01u, 0x7f80ff02u) == 2139127553u);
    assert(__vhaddu2(0x80ff7f01u, 0x7f80ff02u) == 2151661313u);
    assert(__vavgu2(0x80ff7f01u, 0x7f80ff02u) == 2151726850u);
    assert(__vcmpeq2(0x80ff7f01u, 0x80ff0001u) == 4294901760u);
    assert(__vseteq2(0x80ff7f01u, 0x80ff0001u) == 65536u);
    assert(__vcmpne2(0x80ff7f01u, 0x80ff0001u) == 65535u);
    assert(__vsetne2(0x80ff7f01u, 0x80ff0001u) == 1u);
    assert(__vcmpges2(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetges2(0x80ff7f01u, 0x7f80ff02u) == 1u);
    assert(__vcmpgeu2(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetgeu2(0x80ff7f01u, 0x7f80ff02u) == 65536u);
    assert(__vcmpgts2(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetgts2(0x80ff7f01u, 0x7f80ff02u) == 1u);
    assert(__vcmpgtu2(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetgtu2(0x80ff7f01u, 0x7f80ff02u) == 65536u);
    assert(__vcmples2(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetles2(0x80ff7f01u, 0x7f80ff02u) == 65536u);
    assert(__vcmpleu2(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetleu2(0x80ff7f01u, 0x7f80ff02u) == 1u);
    assert(__vcmplts2(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetlts2(0x80ff7f01u, 0x7f80ff02u) == 65536u);
    assert(__vcmpltu2(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetltu2(0x80ff7f01u, 0x7f80ff02u) == 1u);
    assert(__vsads2(0x80ff7f01u, 0x7f80ff02u) == 97920u);
    assert(__vsadu2(0x80ff7f01u, 0x7f80ff02u) == 33152u);
}

__global__ void bytes() {
    assert(__vabs4(0x80ff7f01u) == 2147581697u);
    assert(__vneg4(0x80ff7f01u) == 2147582463u);
    assert(__vabsss4(0x80008001u) == 2130738945u);
    assert(__vnegss4(0x8000ff80u) == 2130706815u);
    assert(__vabsdiffs4(0x80ff7f01u, 0x7f80ff02u) == 4286545921u);
    assert(__vabsdiffu4(0x80ff7f01u, 0x7f80ff02u) == 25133057u);
    assert(__vadd4(0x80ff7f01u, 0x7f80ff02u) == 4286545411u);
    assert(__vsub4(0x80ff7f01u, 0x7f80ff02u) == 25133311u);
    assert(__vaddss4(0x80ff7f01u, 0x7f80ff02u) == 4286610947u);
    assert(__vaddus4(0x80ff7f01u, 0x7f80ff02u) == 4294967043u);
    assert(__vsubss4(0x80ff7f01u, 0x7f80ff02u) == 2155839487u);
    assert(__vsubus4(0x80ff7f01u, 0x7f80ff02u) == 25100288u);
    assert(__vmaxs4(0x80ff7f01u, 0x7f80ff02u) == 2147450626u);
    assert(__vmaxu4(0x80ff7f01u, 0x7f80ff02u) == 2164260610u);
    assert(__vmins4(0x80ff7f01u, 0x7f80ff02u) == 2155937537u);
    assert(__vminu4(0x80ff7f01u, 0x7f80ff02u) == 2139127553u);
    assert(__vhaddu4(0x80ff7f01u, 0x7f80ff02u) == 2143272705u);
    assert(__vavgu4(0x80ff7f01u, 0x7f80ff02u) == 2160115458u);
    assert(__vcmpeq4(0x80ff7f01u, 0x80ff0001u) == 4294902015u);
    assert(__vseteq4(0x80ff7f01u, 0x80ff0001u) == 16842753u);
    assert(__vcmpne4(0x80ff7f01u, 0x80ff0001u) == 65280u);
    assert(__vsetne4(0x80ff7f01u, 0x80ff0001u) == 256u);
    assert(__vcmpges4(0x80ff7f01u, 0x7f80ff02u) == 16776960u);
    assert(__vsetges4(0x80ff7f01u, 0x7f80ff02u) == 65792u);
    assert(__vcmpgeu4(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetgeu4(0x80ff7f01u, 0x7f80ff02u) == 16842752u);
    assert(__vcmpgts4(0x80ff7f01u, 0x7f80ff02u) == 16776960u);
    assert(__vsetgts4(0x80ff7f01u, 0x7f80ff02u) == 65792u);
    assert(__vcmpgtu4(0x80ff7f01u, 0x7f80ff02u) == 4294901760u);
    assert(__vsetgtu4(0x80ff7f01u, 0x7f80ff02u) == 16842752u);
    assert(__vcmples4(0x80ff7f01u, 0x7f80ff02u) == 4278190335u);
    assert(__vsetles4(0x80ff7f01u, 0x7f80ff02u) == 16777217u);
    assert(__vcmpleu4(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetleu4(0x80ff7f01u, 0x7f80ff02u) == 257u);
    assert(__vcmplts4(0x80ff7f01u, 0x7f80ff02u) == 4278190335u);
    assert(__vsetlts4(0x80ff7f01u, 0x7f80ff02u) == 16777217u);
    assert(__vcmpltu4(0x80ff7f01u, 0x7f80ff02u) == 65535u);
    assert(__vsetltu4(0x80ff7f01u, 0x7f80ff02u) == 257u);
    assert(__vsads4(0x80ff7f01u, 0x7f80ff02u) == 511u);
    assert(__vsadu4(0x80ff7f01u, 0x7f80ff02u) == 257u);
}
