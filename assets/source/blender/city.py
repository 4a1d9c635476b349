"""The street of the landing page.
blender -b -P city.py -- OUT WIDTH HEIGHT SAMPLES LAYER VIEW   LAYER: plate (without the car, but with its reflection) or car; VIEW: wide or tall
Writes OUT/LAYER.png, OUT/LAYER.off.png without the light of the signs (plate) or of the tail lights (car), and OUT/plate_z.npy, the depth."""
import sys, os
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from street import *
import finish
from cars_cash import car
out, width, height, samples, layer, view = sys.argv[sys.argv.index('--') + 1:]
reset()
rr = random.Random(11)
with Group() as city:
    road()
    houses(rr)
    for sign in (('HOTEL', (13.2, 19, 8.6), 1.45, AMBER, 1, 5), ('24/7', (13.4, 36, 6.4), 1.15, TEAL, 1, 7), ('GARAGE', (-13.2, 24, 8.2), 1.3, RED, -1, 6),
                 ('BAR', (-13.3, 14, 6.6), 1.3, TEAL, -1, 7), ('TAXI', (13.4, 56, 8), 1.6, '#ff9420', 1, 4.5), ('ONE', (-13.4, 50, 11), 2.2, ICE, -1, 5)):
        blade_sign(*sign)
    lamps()
    skyline(rr, .72)
    traffic()
    palms(rr)
    kerb_things()
with Group() as hero:
    car('#16191c', tail='#ff2415', plate='ONE 001')
hero.place(rot=(0, 0, R90 - math.radians(15)), loc=(3.0, 1.5, 0))
red = bpy.data.materials['tail#ff2415']
shows(red, '#ff2415', 7, 'tail')
group_of_lights([o for o in hero.objs if o.type == 'MESH' and red.name in o.data.materials], 'tail')
# the glow of the tail lights on the road, and what picks the car out of the dark
area((3.15, -2.55, .75), (3.0, -7, 0), 1.4, 26, '#ff2a14', .08, spread=170)
area((-1.5, 5.5, 4.2), (3.2, .2, .8), 3.0, 420, '#ffb15e', 1.2)
area((8.5, 3.5, 4.5), (3.2, .2, .8), 2.5, 260, '#ffa04a', 1.2)
area((-5.0, -4.5, 3.2), (3.2, -1, .7), 2.5, 55, '#7fd6d8', 2.5)
area((3.3, .6, 7.0), (3.3, .3, 0), .35, 320, '#ffe0b8', 5.5)
dusk()
if view == 'tall':
    look(int(width), int(height), 40, (1.2, -10.5, 1.55), (2.0, 30, 6.4))
else:
    look(int(width), int(height), 26, (1.15, -7.6, 1.5), (1.15, 30, 2.9), (-.12, .038))
for objs, own in ((city.objs, 'plate'), (hero.objs, 'car')):
    for o in objs:
        if o.type in {'MESH', 'CURVE', 'FONT'}:
            o.visible_camera = layer == own
finish.render(os.path.join(out, layer + '.png'), int(samples), 1, 'Medium High Contrast', .5, .8 if layer == 'plate' else .6,
              depth=layer == 'plate', off='neon' if layer == 'plate' else 'tail')
