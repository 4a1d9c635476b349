"""A house above the bay, its windows lit, the city across the water: for what is told of homes and businesses.
blender -b -P villa.py -- OUT WIDTH HEIGHT SAMPLES plate wide   (the left third stays quiet for the words)
Writes OUT/plate.png and OUT/plate_z.npy for grade.py."""
import sys, os
os.environ.setdefault('CLAMP', '3')         # the lamps are near, and all of the ground is wet
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
import finish
from cars_cash import car
from road_property import house
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(11)
HILL = 7.0                                   # how far the house stands above the water
water = mat('bay', '#04090c', 0, .06, bump=.10, bump_scale=.9, spec=.8)
box((1600, 700, .2), (0, 330, -.1), water, 0)
box((1600, 300, 3), (0, 436, -1.2), mat('shore', '#0b0e10', 0, .8), 0)
skyline(rr, .62)
# ---- the hill, its drive and its wall
box((90, 62, HILL), (0, -8, HILL / 2 - .06), mat('earth', '#101a15', 0, .95, bump=.8, bump_scale=24), .3)
box((15, 40, .06), (-2.4, -8, HILL), wet_asphalt(), .02)
for x in (-9.6, 4.9):
    box((.3, 40, .16), (x, -8, HILL + .05), mat('kerb', '#55534e', 0, .6, grunge=.2, grunge_scale=2), .03)
rail = mat('wall', '#4a4d4b', 0, .7, grunge=.2, grunge_scale=2)
box((80, .35, .8), (0, 22.3, HILL + .4), rail, .03)
lit = mat('bollard', '#ffb257', 0, .4, emis='#ff9a3c', power=14)
for i, y in enumerate((-2, 3, 8, 13)):
    for x in (-10.2, 5.4):
        cyl(.10, .75, (x, y, HILL + .4), mat('pole', '#1a1d1f', .6, .45), .01)
        cyl(.11, .14, (x, y, HILL + .8), lit, .01)
        area((x, y, HILL + .95), (x, y - .1, HILL), .3, 26, '#ff9a3c', .3, spread=170)
with Group() as home:
    house()
    # somebody lives here: curtains, a couch, a lamp
    curtain, dark = mat('curtain', '#8a3d10', 0, .8, emis='#c2591a', power=.28), mat('indoors', '#2a1208', 0, .8)
    for x, w in ((-.42, .13), (.64, .16), (.02, .05)):
        box((w, .004, .58), (x, -.2015, .38), curtain, 0)
    box((.34, .004, .09), (-.16, -.202, .135), dark, .002)
    box((.008, .004, .26), (.40, -.202, .22), dark, 0)
    box((.10, .004, .06), (.40, -.202, .37), mat('shade', '#ffdca0', 0, .5, emis='#ffc070', power=3), 0)
    for x, w in ((-.81, .10), (.0, .10)):
        box((w, .004, .46), (x, -.1815, 1.22), curtain, 0)
    box((.20, .004, .16), (-.34, -.182, 1.07), dark, .002)
for o in list(home.objs):                     # the bushes and the round lamps are those of a model
    if o.name.startswith('sph'):
        home.objs.remove(o)
        bpy.data.objects.remove(o)
for m in bpy.data.materials:                 # lamps of a model at arm's length are too bright for a house one stands before
    if m.name.startswith('hlit'):
        m.node_tree.nodes['Principled BSDF'].inputs['Emission Strength'].default_value *= .42
home.place(rot=(0, 0, math.radians(-24)), loc=(8.4, 9.5, HILL + .1), scale=4.4)
area((6.6, 6.4, HILL + 2.0), (5.4, 2.0, HILL), 3.2, 240, '#ff9440', 1.6)
area((7.0, 6.0, HILL + 5.6), (5.0, 0, HILL + 1), 2.6, 130, '#ffb060', 1.2)
area((10.6, 5.2, HILL + .7), (10.4, 4.6, HILL + 4), 2.2, 90, '#2fc4b2', 1.4)
with Group() as coupe:
    car('#16191c', tail='#ff2415', plate='ONE 001')
coupe.place(rot=(0, 0, R90 - math.radians(24)), loc=(.6, 1.2, HILL + .04))
area((.2, -2.6, HILL + .75), (-.6, -7, HILL), 1.4, 26, '#ff2a14', .08, spread=170)
area((-3.0, 5.0, HILL + 4.0), (.6, 1.0, HILL + .8), 2.6, 340, '#ffb15e', 1.2)
area((-6.5, -6.0, HILL + 4.0), (.6, 1.0, HILL + .6), 3.0, 110, '#7fd6d8', 2.5)
for x, y, h, k in ((-12.4, 12, 10, 1), (-15.5, 5, 12, 2), (16.4, 15, 12, 3), (18.4, 7, 9, 4), (2.6, 17.5, 8.5, 5), (-18, 17, 9, 6)):
    palm((x, y, 0), HILL + h, k)
dusk(.72, ((0.0, '#ff8a3a'), (.05, '#e8713c'), (.11, '#94504a'), (.20, '#34525c'), (.46, '#17414d'), (1.0, '#0b1b22')))
look(int(width), int(height), 27, (-.4, -9.6, HILL + 2.6), (2.2, 30, HILL + 3.4))
finish.render(os.path.join(out, 'plate.png'), int(samples), 1, 'Medium High Contrast', .6, .7, depth=True)
