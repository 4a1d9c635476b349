"""The score: what each sound is made of. All of it in D major, so that any two may overlap."""

NOTES = dict(
    D2=73.42, A2=110, C3=130.81, D3=146.83, G3=196, A3=220, D4=293.66, E4=329.63, Fs4=369.99, G4=392, A4=440,
    D5=587.33, Fs5=739.99, A5=880, D6=1174.66, Fs6=1479.98, A6=1760, D7=2349.3,
)


def line(instrument, *values):
    return 'i "%s" ' % instrument + ' '.join('%g' % value for value in values)


# t start s, d length s, a amplitude, f Hz; the other values are those of the instruments in ui.csd
def bell(t, d, a, f, pan=.5, index=1.6, send=.4):
    return line('Bell', t, d, a, f, pan, index, send)


def brass(t, d, a, f, attack=.03, cutoff=2600):
    return line('Brass', t, d, a, f, attack, cutoff, .5)


def metal(t, d, a, f, pan=.5, q=60, brightness=.6, send=.1):
    return line('Metal', t, d, a, f, pan, q, brightness, send)


def click(t, d, a, f, pan=.5, q=3):
    return line('Click', t, d, a, f, pan, q)


def thump(t, d, a, f_from, f_to):
    return line('Thump', t, d, a, f_from, f_to)


def boom(t, d, a, f_from, f_to):
    return line('Boom', t, d, a, f_from, f_to)


def whoosh(t, d, a, f_from, f_peak, f_to, pan_from=.2, pan_to=.8, peak_at=.5):
    return line('Whoosh', t, d, a, f_from, f_peak, f_to, pan_from, pan_to, peak_at)


def hiss(t, d, a, f):
    return line('Hiss', t, d, a, f)


def shimmer(t, d, a, rate, f):
    return line('Shimmer', t, d, a, rate, f)


def reverb(d, feedback=.72, cutoff=9000, mix=.5):
    return line('Rev', 0, d, feedback, cutoff, mix)


def chord(t, d, a, names, attack=.03, cutoff=3400):
    return [brass(t, d, a, NOTES[name], attack, cutoff) for name in names.split()]


def run(names, t, step, d, a, index=1.5, send=.4):
    """Bells one after the other, each a little louder, left and right in turn."""
    names = names.split()
    return [
        bell(t + at * step, d, a * (.8 + .2 * at / (len(names) - 1)), NOTES[name], .35 + .3 * (at % 2), index, send)
        for at, name in enumerate(names)
    ]


def tick(f, pan):
    return .09, [click(0, .012, 1, f, pan, 2.2), metal(0, .06, .6, f * .62, pan, 34, .5, 0), thump(0, .022, .12, 420, 200)]


def latch(t, pan, f):
    return [click(t, .012, 1, f * 2.9, pan, 2), metal(t, .35, 1.1, f, pan, 70, .5, .15), thump(t, .09, .9, f / 3, f / 7)]


COINS = ((0, 2960, .45), (.05, 3720, .55), (.11, 3320, .4), (.16, 4410, .6), (.24, 2960, .5), (.33, 3950, .42))

# name: seconds, what plays
SOUNDS = {
    'hover': (.07, [click(0, .010, .5, 4200, .5, 3), bell(0, .06, .12, 1760, .5, .4, 0)]),
    'click': (.16, [
        click(0, .009, .8, 2600, .5, 2), thump(0, .05, .28, 260, 130),
        click(.055, .008, .55, 3600, .5, 2.5), metal(.055, .08, .25, 1900, .5, 30, .3, 0)]),
    'toggle': (.18, [click(0, .008, .8, 1900, .5, 2), click(.042, .012, 1, 3100, .5, 2), thump(.042, .05, .2, 220, 130)]),
    'tick1': tick(2300, .5),
    'tick2': tick(2480, .46),
    'tick3': tick(2140, .54),
    'spin': (1.1, [whoosh(0, 1.05, 1, 220, 3200, 700, .15, .85, .42), boom(0, .5, .35, 90, 46), reverb(1.1, .65, 8000, .35)]),
    # two latches, air, a lid that falls open
    'open': (2.3, [
        *latch(0, .3, 620), *latch(.17, .7, 690), hiss(.30, .75, .30, 3200), whoosh(.28, 1, .8, 160, 2400, 5200, .5, .5, .72),
        boom(1.02, 1.2, 1, 118, 41), metal(1.02, 1.1, .8, 208, .5, 160, .3, .35), click(1.02, .02, .7, 900, .5, 1.5),
        hiss(1.03, .9, .12, 5200), reverb(2.3, .78, 7000, .5)]),
    # the wheel locks: the pawl falls, the frame rings, a bolt settles
    'land': (.75, [
        *latch(0, .5, 440), boom(0, .4, .5, 120, 55), click(.085, .008, .5, 2600, .5, 2), metal(.085, .3, .35, 880, .5, 90, .4, .3),
        bell(.01, .6, .16, NOTES['D5'], .5, .9, .5), reverb(.75, .66, 7000, .4)]),
    'coins': (1.1, [
        *(metal(t, .7, 1 - t, f, pan, 900, .8, .5) for t, f, pan in COINS),
        *(click(t, .004, .05, 6000, pan) for t, _, pan in COINS), reverb(1.1, .6, 12000, .3)]),
    'success': (1.1, [*run('D5 A5 D6', 0, .075, .9, .5, 1.1, .35), reverb(1.1, .7, 9000, .45)]),
    'error': (.55, [
        brass(0, .20, .5, NOTES['D3'], .006, 900), brass(.16, .34, .55, NOTES['A2'], .006, 760), thump(0, .12, .5, 120, 60),
        reverb(.55, .5, 4000, .25)]),
    'simple': (.8, [*run('D4 A4', 0, .09, .6, .5, .8, .25), click(0, .01, .3, 1800), reverb(.8, .55, 6000, .3)]),
    'common': (1.0, [*run('D4 A4 D5', 0, .085, .75, .55, 1, .3), reverb(1, .62, 7500, .38)]),
    'improved': (1.35, [
        *run('D4 A4 D5 Fs5', 0, .08, 1, .55, 1.3, .38), *chord(0, .7, .16, 'D3', .05, 1500), boom(0, .4, .3, 96, 60),
        reverb(1.35, .72, 9000, .45)]),
    'rare': (1.9, [
        *run('A4 D5 Fs5 A5 D6', .02, .072, 1.3, .55, 1.6, .45), *chord(0, 1.1, .22, 'D3', .05, 1900),
        *chord(0, 1.1, .18, 'A3', .06, 1900), boom(0, .6, .5, 100, 50), shimmer(.4, .8, .10, 15, NOTES['D6']),
        reverb(1.9, .8, 10000, .5)]),
    'legendary': (2.8, [
        whoosh(0, .5, .6, 400, 5200, 6200, .3, .7, .86), boom(.42, 1.3, .9, 110, 44), click(.42, .02, .6, 1200, .5, 1.3),
        *chord(.42, 1.7, .30, 'D3 A3 D4 Fs4', .035), *chord(1.02, 1.3, .22, 'E4 A4', .05, 3000),
        *run('D5 Fs5 A5 D6 Fs6 A6', .46, .062, 1.7, .5, 1.8, .5), shimmer(.8, 1.5, .13, 20, NOTES['D6']),
        metal(.42, 1.6, .8, 415, .5, 300, .5, .5), reverb(2.8, .85, 11000, .55)]),
    'epic': (3.6, [
        whoosh(0, .8, .8, 120, 4200, 7000, .1, .9, .9), hiss(.1, .65, .10, 4000), boom(.76, 1.9, 1.1, 128, 36),
        boom(.80, .5, .5, 60, 40), click(.76, .03, .9, 700, .5, 1.2), metal(.76, 2.2, 1.1, 146.8, .5, 260, .35, .5),
        metal(.78, 1.8, .6, 1174, .4, 520, .8, .5), *chord(.76, 1.1, .32, 'D3 A3 D4', .03, 3800),
        *chord(1.42, 1, .32, 'C3 G3 E4 G4', .03, 4200), *chord(2.05, 1.5, .36, 'D3 A3 Fs4 A4 D5', .03, 5200),
        boom(2.05, 1.4, .9, 118, 36), *run('D5 A5 D6 Fs6 A6 D7', 2.08, .055, 1.4, .5, 2, .55),
        shimmer(1.2, 2.2, .13, 24, NOTES['D6']), reverb(3.6, .88, 11000, .6)]),
}


def strokes(t, channel, program, keys, velocity, length, step=0):
    return [(t + at * step, channel, program, key, velocity, length) for at, key in enumerate(keys)]


# Sampled instruments under the best three, from the General MIDI sound font: (amplitude, strokes).
# Programs: timpani 47, taiko 116, choir 52, brass 61, glockenspiel 9, tubular bells 14; channel 9 are drums (49, 57 cymbals).
LAYERS = {
    'rare': (.35, strokes(.02, 3, 9, (81, 86, 90, 93, 98), 70, .5, .072)),
    'legendary': (.55, [
        *strokes(.42, 1, 47, (38,), 112, 1.6), *strokes(.42, 9, None, (49,), 92, 2), *strokes(.44, 2, 61, (62, 66, 69), 81, 1.2),
        *strokes(.46, 3, 9, (74, 78, 81, 86, 90, 93), 74, .5, .062)]),
    'epic': (.6, [
        *strokes(.76, 1, 116, (36,), 120, 1.5), *strokes(.76, 9, None, (49,), 100, 2.5), *strokes(1.42, 1, 116, (40,), 110, 1),
        *strokes(2.05, 1, 116, (36,), 124, 1.5), *strokes(2.05, 9, None, (57,), 104, 2), *strokes(.76, 4, 52, (50, 57, 62), 92, .66),
        *strokes(1.42, 4, 52, (48, 55, 64), 98, .62), *strokes(2.05, 4, 52, (50, 57, 62, 66, 69, 74), 110, 1.3),
        *strokes(2.05, 2, 61, (62, 66, 69, 74), 90, 1.2), *strokes(2.07, 3, 14, (86, 93), 88, 1.4)]),
}
