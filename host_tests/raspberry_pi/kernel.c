/* A Raspberry Pi's kernel and hardware below the real libraries: LD_PRELOAD stands it in.

   $PI_ROOT is the folder whose dev, sys and proc come before the machine's own. There:
     pins   a byte a GPIO: the level from outside, 1 unless a switch pulls it down; +64: outputs
     i2c    what a display at 0x3C took: its length (32 bits), the bytes; no file: nobody answers.
            Read, it tells whether it is on
     opened a byte each time that the display's bus was opened
     wire   what went to the strip: by whom (1 PWM, 2 SPI), a length (32 bits each), the bytes
   A line that is taken already is busy, as in the kernel; with $PI_USER set it is not root. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/gpio.h>
#include <linux/i2c-dev.h>
#include <linux/spi/spidev.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))
#define MOST 1024
#define PINS 54
enum kind { NOTHING, CHIP, LINE, I2C, SPI, MEMORY, MAILBOX };
static struct { enum kind kind; int offset; int address; } files[MOST];
static int holders[PINS]; /* open files of each line */
static uint8_t *pins;
static char memory[512];
static uint32_t peripherals, allocated = 0x10000000;
static int oled_is_on;

static const char *under(const char *path, char *room) {
    const char *root = getenv("PI_ROOT");
    if (!root || !path || (strncmp(path, "/dev", 4) && strncmp(path, "/sys", 4) &&
                           strncmp(path, "/proc/cpuinfo", 13)))
        return path;
    snprintf(room, 512, "%s%s", root, path);
    return REAL(faccessat)(AT_FDCWD, room, F_OK, AT_SYMLINK_NOFOLLOW) ? path : room;
}

static void record(const char *name, const void *head, size_t size, const void *data, size_t more) {
    char path[512];
    snprintf(path, sizeof path, "%s/%s", getenv("PI_ROOT"), name);
    int fd = REAL(open)(path, O_WRONLY | O_APPEND | O_CREAT, 0600);
    if (REAL(write)(fd, head, size) < 0 || REAL(write)(fd, data, more) < 0) abort();
    REAL(close)(fd);
}

static int noted(const char *path, int fd) {
    if (fd < 0 || fd >= MOST) return fd;
    enum kind kind = !strncmp(path, "/dev/gpiochip", 13) ? CHIP
                     : !strcmp(path, "/dev/i2c-1")       ? I2C
                     : !strcmp(path, "/dev/spidev0.0")   ? SPI
                     : !strcmp(path, "/dev/vcio")        ? MAILBOX
                     : !strcmp(path, "/dev/mem") || !strcmp(path, "/dev/gpiomem") ? MEMORY : NOTHING;
    files[fd].kind = kind;
    if (kind == I2C) record("opened", "", 1, "", 0);
    if (kind == CHIP && !pins) {
        char own[512];
        snprintf(own, sizeof own, "%s/pins", getenv("PI_ROOT"));
        int shared = REAL(open)(own, O_RDWR);
        pins = REAL(mmap)(0, 128, PROT_READ | PROT_WRITE, MAP_SHARED, shared, 0);
        REAL(close)(shared);
    }
    return fd;
}

static int opened(const char *path, int flags, mode_t mode) {
    char room[512];
    const char *found = under(path, room);
    if (found == room && getenv("PI_USER") && !strcmp(path, "/dev/mem")) {
        errno = EACCES;
        return -1;
    }
    if (found == room && !strcmp(path, "/dev/mem")) strcpy(memory, room);
    return noted(found == room ? path : "", REAL(open)(found, flags, mode));
}
#define MODE va_list more; va_start(more, flags); mode_t mode = va_arg(more, mode_t); va_end(more);
int open(const char *path, int flags, ...) { MODE return opened(path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE return opened(path, flags, mode); }
FILE *fopen(const char *path, const char *how) { char r[512]; return REAL(fopen)(under(path, r), how); }
FILE *fopen64(const char *path, const char *how) { return fopen(path, how); }
DIR *opendir(const char *path) { char r[512]; return REAL(opendir)(under(path, r)); }
char *realpath(const char *path, char *out) {
    char room[512], *found = REAL(realpath)(under(path, room), out);
    const char *root = getenv("PI_ROOT");
    size_t length = root ? strlen(root) : 0;
    if (found && length && !strncmp(found, root, length))
        memmove(found, found + length, strlen(found + length) + 1);
    return found;
}
ssize_t readlink(const char *path, char *out, size_t size) {
    char r[512];
    return REAL(readlink)(under(path, r), out, size);
}
static int looked(const char *path, struct stat *out, int flags) {
    char room[512];
    int done = REAL(fstatat)(AT_FDCWD, under(path, room), out, flags);
    if (!done && !strncmp(path, "/dev/gpiochip", 13)) {
        out->st_mode = S_IFCHR | 0660;
        out->st_rdev = makedev(254, 0);
    }
    return done;
}
int stat(const char *path, struct stat *out) { return looked(path, out, 0); }
int lstat(const char *path, struct stat *out) { return looked(path, out, AT_SYMLINK_NOFOLLOW); }
int stat64(const char *path, struct stat64 *out) { return looked(path, (struct stat *)out, 0); }
int lstat64(const char *path, struct stat64 *out) {
    return looked(path, (struct stat *)out, AT_SYMLINK_NOFOLLOW);
}
int __xstat(int version, const char *path, struct stat *out) { /* as built for an older C library */
    return version < 0 ? -1 : looked(path, out, 0);
}
int __lxstat(int version, const char *path, struct stat *out) {
    return version < 0 ? -1 : looked(path, out, AT_SYMLINK_NOFOLLOW);
}

int close(int fd) {
    if (fd >= 0 && fd < MOST) {
        if (files[fd].kind == LINE) holders[files[fd].offset]--;
        files[fd].kind = NOTHING;
    }
    return REAL(close)(fd);
}

static int is_i2c(int fd) { return fd >= 0 && fd < MOST && files[fd].kind == I2C; }

static int answers(int fd) {
    char path[512];
    snprintf(path, sizeof path, "%s/i2c", getenv("PI_ROOT"));
    if (files[fd].address == 0x3C && !REAL(access)(path, F_OK)) return 1;
    errno = EREMOTEIO;
    return 0;
}

ssize_t write(int fd, const void *data, size_t size) {
    if (!is_i2c(fd)) return REAL(write)(fd, data, size);
    if (!answers(fd)) return -1;
    uint32_t length = size;
    record("i2c", &length, 4, data, size);
    uint8_t last = ((const uint8_t *)data)[size - 1];
    if (!*(const uint8_t *)data && (last & 0xFE) == 0xAE) oled_is_on = last & 1;
    return size;
}

ssize_t read(int fd, void *data, size_t size) {
    if (!is_i2c(fd)) return REAL(read)(fd, data, size);
    if (!answers(fd)) return -1;
    memset(data, oled_is_on ? 0x03 : 0x43, size);
    return size;
}

static int failed(int error) { errno = error; return -1; }

static int take(struct gpio_v2_line_request *wanted) {
    int offset = wanted->offsets[0];
    if (wanted->num_lines != 1 || offset >= PINS) return failed(EINVAL);
    if (holders[offset]) return failed(EBUSY);
    holders[offset]++;
    wanted->fd = eventfd(0, 0);
    files[wanted->fd].kind = LINE;
    files[wanted->fd].offset = offset;
    return 0;
}

static int on_gpio(int fd, unsigned long request, void *data) {
    int offset = files[fd].offset;
    struct gpio_v2_line_values *values = data;
    struct gpio_v2_line_info *line = data;
    switch (request) {
    case GPIO_GET_CHIPINFO_IOCTL:
        *(struct gpiochip_info *)data = (struct gpiochip_info){"gpiochip0", "", PINS};
        strcpy(((struct gpiochip_info *)data)->label, getenv("PI_CHIP"));
        return 0;
    case GPIO_V2_GET_LINEINFO_IOCTL:
        snprintf(line->name, sizeof line->name, "GPIO%u", line->offset);
        line->flags = holders[line->offset] ? GPIO_V2_LINE_FLAG_USED : 0;
        return 0;
    case GPIO_V2_GET_LINE_IOCTL: return take(data);
    case GPIO_V2_LINE_SET_CONFIG_IOCTL: return 0;
    case GPIO_V2_LINE_GET_VALUES_IOCTL: values->bits = pins[offset]; return 0;
    case GPIO_V2_LINE_SET_VALUES_IOCTL: pins[64 + offset] += 1; return 0;
    }
    return failed(ENOTTY);
}

int fcntl(int fd, int what, ...) {
    va_list more;
    va_start(more, what);
    long value = va_arg(more, long);
    va_end(more);
    int found = REAL(fcntl)(fd, what, value);
    if ((what == F_DUPFD || what == F_DUPFD_CLOEXEC) && found >= 0 && fd < MOST && found < MOST) {
        files[found] = files[fd];
        if (files[fd].kind == LINE) holders[files[fd].offset]++;
    }
    return found;
}
int fcntl64(int fd, int what, ...) {
    va_list more;
    va_start(more, what);
    long value = va_arg(more, long);
    va_end(more);
    return fcntl(fd, what, value);
}

static int on_spi(unsigned long request, void *data) {
    if (request == SPI_IOC_MESSAGE(1)) {
        struct spi_ioc_transfer *sent = data;
        record("wire", (uint32_t[]){2, sent->len}, 8, (void *)(uintptr_t)sent->tx_buf, sent->len);
        return sent->len;
    }
    return _IOC_TYPE(request) == SPI_IOC_MAGIC ? 0 : failed(ENOTTY);
}

int ioctl(int fd, unsigned long request, ...) {
    va_list more;
    va_start(more, request);
    void *data = va_arg(more, void *);
    va_end(more);
    request &= 0xFFFFFFFF; /* as the kernel does */
    switch (fd >= 0 && fd < MOST ? files[fd].kind : NOTHING) {
    case CHIP: case LINE: return on_gpio(fd, request, data);
    case I2C:
        if (request != I2C_SLAVE) return failed(ENOTTY);
        files[fd].address = (int)(intptr_t)data;
        return 0;
    case SPI: return on_spi(request, data);
    case MAILBOX: /* memory of the graphics chip: one block, at a bus address as the hardware has */
        ((uint32_t *)data)[5] = 0xC0000000 | allocated;
        return 0;
    default: return REAL(ioctl)(fd, request, data);
    }
}

void *mmap(void *at, size_t size, int how, int flags, int fd, off_t offset) {
    if (fd >= 0 && fd < MOST && files[fd].kind == MEMORY && (offset & 0xFFFFFF) == 0x7000)
        peripherals = offset & 0xFF000000;
    return REAL(mmap)(at, size, how, flags, fd, offset);
}
void *mmap64(void *at, size_t size, int how, int flags, int fd, off64_t offset) {
    return mmap(at, size, how, flags, fd, offset);
}

/* What the hardware does beside a driver: the clock starts and stops, and DMA sends. */
static void work(void) {
    int fd = REAL(open)(memory, O_RDWR);
    off_t clock = peripherals + 0x1010A0u, dma = peripherals + 0x7A00u;
    uint32_t control, state, at, block[8];
    if (pread(fd, &control, 4, clock) != 4 || pread(fd, &state, 4, dma) != 4 ||
        pread(fd, &at, 4, dma + 4) != 4) abort();
    control = control & 0x10 ? control | 0x80 : control & ~0x80u; /* ENAB, BUSY */
    if (pwrite(fd, &control, 4, clock) != 4) abort();
    if (state & 1) { /* ACTIVE */
        if (pread(fd, block, 32, at & 0x3FFFFFFF) != 32) abort();
        uint8_t *sent = malloc(block[3]);
        if (pread(fd, sent, block[3], block[1] & 0x3FFFFFFF) != (ssize_t)block[3]) abort();
        record("wire", (uint32_t[]){1, block[3]}, 8, sent, block[3]);
        free(sent);
        state &= ~1u;
        if (pwrite(fd, &state, 4, dma) != 4) abort();
    }
    REAL(close)(fd);
}
int usleep(useconds_t time) {
    if (!peripherals) return REAL(usleep)(time);
    work();
    return 0;
}
int clock_gettime(clockid_t clock, struct timespec *now) {
    if (peripherals && clock == CLOCK_MONOTONIC_RAW) work(); /* asked once DMA has begun */
    return REAL(clock_gettime)(clock, now);
}
