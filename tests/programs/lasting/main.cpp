void draw_image(int *out, int w, int h, dim3 grid, dim3 block);
void draw_stretched(int *out, int w, int h, dim3 grid, dim3 block);
void on_draw(void (*function)());
void on_size(void (*function)(int, int));
void on_key(void (*function)(int));
void wait();

int width = 512, height = 512;
dim3 block(16, 16);
dim3 grid(width / block.x, height / block.y);
dim3 deep(1, 1);
int *out;

static int divUp(int a, int b) { return (a + b - 1) / b; }

static void draw() {
    draw_image(out, width, height, grid, block);
    draw_stretched(out, width, height, deep, block);
}

static void resize(int w, int h) {
    width = w;
    height = h;
    grid = dim3(divUp(w, block.x), divUp(h, block.y));
}

static void key(int pressed) { deep.z = pressed; }

int main() {
    on_draw(draw);
    on_size(resize);
    on_key(key);
    wait();
}
