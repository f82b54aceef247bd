/* Random games of Claim It! in plain C: what the same games cost with no engine around them.
 *
 *     PROGRAM SEED PLAYERS GAMES
 *
 * Prints steps, a hash of every game's length, scores and ranks, and seconds of processor time. Luck
 * is CPython's: a Mersenne Twister seeded with one whole number, 53 bits a draw. The clauses are those
 * of the game's rules page.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef uint64_t Bits;

/* --- luck ------------------------------------------------------------------------------------- */
static uint32_t word[624];
static int next_word;

static void seed_words(uint32_t key) {
    word[0] = 19650218u;
    for (int i = 1; i < 624; i++)
        word[i] = 1812433253u * (word[i - 1] ^ (word[i - 1] >> 30)) + (uint32_t)i;
    int i = 1;
    for (int k = 0; k < 624; k++) {
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * 1664525u)) + key;
        if (++i == 624) { word[0] = word[623]; i = 1; }
    }
    for (int k = 0; k < 623; k++) {
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * 1566083941u)) - (uint32_t)i;
        if (++i == 624) { word[0] = word[623]; i = 1; }
    }
    word[0] = 0x80000000u;
    next_word = 624;
}

static uint32_t draw_word(void) {
    if (next_word == 624) {
        for (int k = 0; k < 624; k++) {
            uint32_t y = (word[k] & 0x80000000u) | (word[(k + 1) % 624] & 0x7fffffffu);
            word[k] = word[(k + 397) % 624] ^ (y >> 1) ^ ((y & 1) ? 0x9908b0dfu : 0);
        }
        next_word = 0;
    }
    uint32_t y = word[next_word++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static int below(int n) {
    uint32_t a = draw_word() >> 5, b = draw_word() >> 6;
    return (int)((a * 67108864.0 + b) * (1.0 / 9007199254740992.0) * n);
}

/* --- tables ----------------------------------------------------------------------------------- */
#define MAP ((1ULL << 36) - 1)
static const int NEED[6] = {0, 0, 13, 9, 7, 6};
static int falls[216];
static int readings[56];
static struct { Bits parcel; int at, squatter; } reading[56][6];
static Bits left_edge, right_edge;

static void make_tables(void) {
    int throw = 0, way = 0;
    for (int a = 1; a <= 6; a++)
        for (int b = a; b <= 6; b++)
            for (int c = b; c <= 6; c++, throw++) {
                int die[3] = {a, b, c}, ways = a == b && b == c ? 1 : a == b || b == c ? 3 : 6;
                while (ways--) falls[way++] = throw;
                int seen[216] = {0};
                for (int i = 0; i < 3; i++)
                    for (int j = 0; j < 3; j++)
                        if (i != j)
                            seen[((die[i] - 1) * 6 + die[j] - 1) * 6 + die[3 - i - j] - 1] = 1;
                for (int offset = 0; offset < 216; offset++)
                    if (seen[offset]) {
                        int n = readings[throw]++, col = offset / 36, row = offset / 6 % 6;
                        reading[throw][n].at = row * 6 + col;
                        reading[throw][n].parcel = 1ULL << (row * 6 + col);
                        reading[throw][n].squatter = offset % 6;
                    }
            }
    for (int row = 0; row < 6; row++) left_edge |= 1ULL << (row * 6);
    right_edge = left_edge << 5;
}

/* --- a game ----------------------------------------------------------------------------------- */
static int players, turn, caller;
static Bits mine[5], black;

static Bits group_of(Bits start, Bits within) {
    for (Bits reached = start;;) {
        Bits wider = reached | (reached & ~right_edge) << 1 | (reached & ~left_edge) >> 1
                     | (reached << 6 & MAP) | reached >> 6;
        wider &= within;
        if (wider == reached) return reached;
        reached = wider;
    }
}

static int largest(Bits within) {
    int size = 0;
    while (__builtin_popcountll(within) > size) {
        Bits found = group_of(within & -within, within);
        int n = __builtin_popcountll(found);
        if (n > size) size = n;
        within &= ~found;
    }
    return size;
}

static long random_game(void) {
    long steps = 1;
    memset(mine, 0, sizeof mine);
    black = 0;
    caller = -1;
    turn = below(players); /* CI-3 */
    for (;;) {             /* a turn */
        Bits fresh = 0, squatted = 0;
        int out = 0, stopped = 0;
        for (;;) { /* a throw */
            int throw = falls[below(216)], squats = 0, claims = 0;
            Bits shut = black | fresh;
            Bits claimable = (squatted | mine[turn]) & ~shut;   /* CI-7, CI-8 */
            Bits squattable = MAP & ~(claimable | shut);        /* CI-6 */
            steps++;
            int squat[6], claim[6];
            for (int n = 0; n < readings[throw]; n++) {
                if (claimable & reading[throw][n].parcel) claim[claims++] = n;
                else if (squattable & reading[throw][n].parcel
                         && !(out >> reading[throw][n].squatter & 1)) squat[squats++] = n;
            }
            if (squats + claims == 0) break; /* CI-12 */
            int at = below(squats + claims);
            steps++;
            if (at < squats) {
                squatted |= reading[throw][squat[at]].parcel;
                out |= 1 << reading[throw][squat[at]].squatter;
            } else {
                fresh |= reading[throw][claim[at - squats]].parcel;
            }
            steps++;
            if (below(2)) { stopped = 1; break; } /* CI-10 */
        }
        if (stopped) { /* CI-13 */
            for (int seat = 0; seat < players; seat++) mine[seat] &= ~(squatted | fresh);
            mine[turn] |= squatted | fresh;
            black |= fresh;
        }
        if (caller == turn) return steps; /* CI-15 */
        if (stopped && caller < 0 && __builtin_popcountll(mine[turn] & black) >= NEED[players])
            caller = turn; /* CI-14 */
        turn = (turn + 1) % players;
    }
}

int main(int count, char **said) {
    if (count != 4) return 2;
    players = atoi(said[2]);
    int games = atoi(said[3]);
    make_tables();
    seed_words((uint32_t)strtoul(said[1], NULL, 10));
    clock_t began = clock();
    long steps = 0;
    Bits hash = 14695981039346656037ULL;
    for (int game = 0; game < games; game++) {
        long taken = random_game();
        steps += taken;
        hash = (hash ^ (Bits)taken) * 1099511628211ULL;
        int key[5];
        for (int seat = 0; seat < players; seat++) { /* CI-16, CI-17 */
            int score = largest(mine[seat]);
            hash = (hash ^ (Bits)score) * 1099511628211ULL;
            key[seat] = (score * 64 + __builtin_popcountll(mine[seat] & black)) * 64
                        + __builtin_popcountll(mine[seat]);
        }
        for (int seat = 0; seat < players; seat++) {
            int rank = 1;
            for (int other = 0; other < players; other++) rank += key[other] > key[seat];
            hash = (hash ^ (Bits)rank) * 1099511628211ULL;
        }
    }
    printf("%ld %llu %.6f\n", steps, (unsigned long long)hash,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
