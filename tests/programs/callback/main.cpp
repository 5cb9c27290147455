void draw();
void on_draw(void (*function)());
void wait();

int step = 1;

int main() {
    on_draw(draw);
    draw();
    step = 0;
    wait();
}
