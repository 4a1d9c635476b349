"""The quay at night: containers, one of them open, a crane, the city across the water: for what is told of the economy.
blender -b -P docks.py -- OUT WIDTH HEIGHT SAMPLES plate wide   (the left third stays quiet for the words)
Writes OUT/plate.png and OUT/plate_z.npy for grade.py."""
import sys, os
os.environ.setdefault('CLAMP', '3')         # the lamps are near, and all of the ground is wet
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
import finish
from cases import port
from cars_cash import car
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(11)
box((1600, 700, .2), (0, 374, -1.2), mat('bay', '#04090c', 0, .06, bump=.10, bump_scale=.9, spec=.8), 0)
box((1600, 300, 3), (0, 436, -1.5), mat('shore', '#0b0e10', 0, .8), 0)
skyline(rr, .62)
box((120, 54, .2), (0, -3, -.1), wet_asphalt(), 0)
box((120, .6, .35), (0, 24, .1), stripes('edge', '#e8b53a', '#14161a', 2.4, .45, .5), .03)
SIZE = 1.85                                  # of the container of the case, to that of a real one

def plain(x, y, z, turn, c, tag):
    """A shut container, its long side to the camera at turn 0."""
    paint, dark = mat('box' + c, c, .25, .42, coat=.4, coat_rough=.2, grunge=.12, wear=.5), mat('boxdark', '#15191b', .2, .5)
    with Group() as g:
        box((6.0, 2.4, 2.5), (0, 0, 1.25), paint, .03)
        for k in range(20):
            for s in (-1, 1):
                box((.15, .07, 2.2), (-2.8 + k * .295, s * 1.22, 1.25), paint, .02)
        for s in (-1, 1):
            for q in (-1, 1):
                box((.16, .16, 2.56), (s * 2.96, q * 1.18, 1.27), dark, .02)
        text(tag, .9, (0, -1.29, 1.5), mat('boxtag', '#ded6c4', 0, .6, grunge=.1), (R90, 0, 0), .012, font=F_TK())
    g.place(rot=(0, 0, turn), loc=(x, y, z))

with Group() as opened:
    port(1.0)
opened.place(rot=(0, 0, math.radians(-20)), loc=(4.0, 3.8, 0), scale=SIZE)
area((4.3, 3.2, 2.2), (3.6, 1.0, .6), 1.2, 300, '#ffb870', .8)
area((3.6, .2, 2.4), (4.2, 3.2, .9), 1.2, 120, '#ffe0b8', .8)
plain(10.2, 6.4, 0, .10, '#8f3a16', 'ONE')
plain(9.6, 6.6, 2.56, -.02, '#1b3c52', 'ONE')
plain(3.2, 9.8, 0, .0, '#1b3c52', 'ONE')
plain(4.1, 9.9, 2.56, .05, '#8a8272', 'ONE')
plain(10.6, 9.9, 0, .0, '#17564f', 'ONE')
plain(9.9, 10.0, 2.56, .0, '#8f3a16', 'ONE')
plain(10.4, 10.0, 5.12, .04, '#17564f', 'ONE')
plain(-12.4, 13.6, 0, .05, '#8f3a16', 'ONE')
plain(-12.9, 13.8, 2.56, -.02, '#17564f', 'ONE')
# ---- the crane over the quay
steel, beacon = mat('crane', '#7a2a16', .3, .5, grunge=.15, wear=.4), mat('beacon', '#ff2a1a', 0, .4, emis='#ff2a1a', power=14)
for x in (-19, -9):
    for y in (18, 23):
        box((.55, .55, 17), (x, y, 8.5), steel, .03)
    box((.5, 5.5, .6), (x, 20.5, 9), steel, .03)
box((11, .6, .8), (-14, 18, 17), steel, .03)
box((11, .6, .8), (-14, 23, 17), steel, .03)
box((1.2, 52, 1.2), (-14, 32, 17.8), steel, .05)
tube([(-14, 20, 27), (-14, 52, 18.4)], .10, steel)
tube([(-14, 20, 27), (-14, 8, 18.4)], .10, steel)
box((.7, .7, 10), (-14, 20, 22.5), steel, .03)
for at in ((-14, 20, 27.6), (-14, 57, 18.8), (-19, 18, 17.7), (-9, 18, 17.7)):
    box((.35, .35, .35), at, beacon, 0)
# ---- masts of lamps
for x, y in ((-6.5, 8), (7.2, 14.5), (-8.5, 19)):
    tube([(x, y, 0), (x, y, 9.2)], .10, mat('pole', '#1a1d1f', .6, .45))
    box((1.5, .3, .22), (x, y, 9.2), mat('mast', '#ffb257', 0, .4, emis='#ffa640', power=26), .03)
    area((x, y - .2, 8.9), (x + (1.5 if x < 0 else -2), y - 4, 0), 1.0, 1300, '#ffa14a', .4, spread=150)
with Group() as coupe:
    car('#16191c', tail='#ff2415', plate='ONE 001')
coupe.place(rot=(0, 0, R90 + math.radians(38)), loc=(-1.0, 5.4, 0))
area((-.2, 2.4, .75), (1.6, -1.6, 0), 1.4, 30, '#ff2a14', .1, spread=170)
area((-4.4, -5.0, 4.0), (1.5, 4.0, .8), 3.0, 300, '#a8c8d8', 1.8)
area((9.5, -3.0, 5.0), (4.4, 3.0, 1.2), 2.6, 320, '#ffa04a', 1.4)
dusk(.6, ((0.0, '#ff8a3a'), (.05, '#b85f3c'), (.11, '#5c4a50'), (.20, '#2a4650'), (.46, '#143640'), (1.0, '#0a171d')))
look(int(width), int(height), 27, (.6, -6.6, 1.9), (.9, 30, 3.6), (-.03, .02))
finish.render(os.path.join(out, 'plate.png'), int(samples), 1, 'Medium High Contrast', .6, .7, depth=True)
