"""Every picture of a thing: its name is that of the file, its value builds it and says how it is turned, seen and lit.
Keys: dir and lens of the camera; colour of the fill; kp, fp power of key and fill; front, power of the light beside the camera;
look and ev of the tone mapping."""
from kit import *
from coins import *
from cars_cash import *
from valuables import *
from road_property import *
from leisure import *
from goods_medals import *

d = math.radians

def grp(fn, rot=(0, 0, 0), **light):
    def build():
        with Group() as g:
            fn()
        g.place(rot=rot)
        return light
    return build

def coins(stacks, lean, flat=()):
    def build():
        put, rr = coin_pile(stacks)
        put(lean, (d(72), 0, d(12)))
        for x, y in flat:
            put((x, y, .13), (0, 0, rr.uniform(0, 6)))
        return dict(fill='#ffdcb0', dir=(.35, -2, .85), kp=.9, look='Medium High Contrast', ev=.6, front=1.2)
    return build

# gold keeps its colour in warm light only
WARM = dict(fill='#ffdcb0', look='Medium High Contrast', front=1)
CARD = dict(rot=(d(72), d(-10), d(22)))

ITEMS = {
  'coin': grp(coin_model, rot=(d(78), 0, d(28)), dir=(.12, -2, .28), fill='#ffdcb0', key='#ffe0b0', kp=.42, look='Medium High Contrast', ev=.2),
  'coins1': coins(((.75, .35, 1),), (-.35, -.75, .96)),
  'coins2': coins(((0, 0, 3),), (-.2, -1.35, .95), [(1.5, -.6)]),
  'coins3': coins(((-.55, .1, 5), (1.35, .75, 3)), (.55, -1.05, .96), [(2.0, -1.1), (-1.9, -.9)]),
  'coins4': coins(((-1.0, .2, 6), (1.05, .9, 9), (1.5, -.9, 3)), (-.25, -1.55, .96), [(-2.4, -.9), (1.2, -2.5), (3.2, .1), (-1.4, -2.6), (2.9, -1.9)]),
  'car': grp(lambda: car('#b4231a'), dir=(1.9, -1.35, .62), lens=70, ev=.5, kp=.8, front=.25),
  'car-rear': grp(lambda: car('#1f3440', plate='NITE 77'), dir=(-1.9, -1.2, .5), lens=60, ev=.8, kp=.8, front=.9),
  'cash': grp(cash_pile, dir=(.6, -1.9, 1.1), fill='#ffe9cf'),
  'cash-one': grp(cash_one, rot=(0, 0, d(26)), dir=(.3, -1.9, 1.6), fill='#ffe9cf', ev=.05),
  'duffel': grp(duffel, dir=(.5, -1.9, 1.05), fill='#ffe9cf', ev=.5),
  'gold': grp(gold_bars, dir=(.9, -1.9, .95), fill='#ffdcb0', look='Medium High Contrast', kp=.8, front=.6),
  'keys': grp(keys, rot=(d(62), 0, d(-14)), dir=(.1, -2, .5), ev=.5, front=.5),
  'watch': grp(watch, rot=(d(66), d(8), d(24)), dir=(.1, -2, .35), ev=.8),
  'plate': grp(plate, rot=(d(-8), 0, d(24)), dir=(.05, -2, .35)),
  'jerrycan': grp(jerrycan, dir=(.8, -1.9, .55)),
  'coupe-bone': grp(lambda: car('#d6cfc0', plate='BONE 01'), dir=(1.9, -1.35, .62), lens=70, ev=.5, kp=.8, front=.25),
  'keys-garage': grp(lambda: keys('#2fc4b2', ('BOX', '0214')), rot=(d(62), 0, d(-14)), dir=(.1, -2, .5), ev=.5, front=.5),
  'plate-taxi': grp(lambda: plate('TAXI 77'), rot=(d(-8), 0, d(24)), dir=(.05, -2, .35)),
  'card-bronze': grp(lambda: premium('bronze'), dir=(.05, -2, .3), kp=1.3, ev=.6, front=.8, fill='#ffdcb0', look='Medium High Contrast', **CARD),
  'card-graphite': grp(lambda: premium('graphite'), dir=(.05, -2, .3), kp=1.5, ev=.6, front=1.2, fill='#d5dcdf', **CARD),
  'premium-card': grp(lambda: premium('gold'), dir=(.05, -2, .3), kp=1.0, ev=.5, front=.8, fill='#ffdcb0', look='Medium High Contrast', **CARD),
  'bank-card': grp(bank_card, dir=(.05, -2, .3), ev=.6, kp=1.4, front=.4, **CARD),
  'safe': grp(safe, dir=(.95, -1.9, .62), ev=.75, front=.6, fp=.7),
  'briefcase': grp(briefcase_closed, rot=(0, 0, d(8)), dir=(.8, -1.9, .62), ev=.35),
  'briefcase-cash': grp(briefcase_cash, dir=(.75, -1.9, 1.1), fill='#ffe9cf', ev=.4),
  'gift': grp(gift, dir=(.75, -1.9, .85), ev=.5, fill='#ffe9cf'),
  'diamond': grp(diamond, dir=(.1, -1.9, .02), ev=.3, front=.7),
  'ring': grp(ring, dir=(.1, -1.9, .6), kp=.7, **WARM),
  'chain': grp(necklace, rot=(d(72), 0, d(10)), dir=(.1, -1.9, .4), kp=.9, **WARM),
  'trophy': grp(trophy, dir=(.5, -1.9, .85), kp=.7, **WARM),
  'badge': grp(badge, rot=(d(76), 0, d(14)), dir=(.15, -1.9, .35), kp=.65, **WARM),
  'padlock': grp(padlock, dir=(.75, -1.9, .5), kp=.8, **WARM),
  'compass': grp(compass, rot=(d(48), 0, d(10)), dir=(.2, -1.9, .55), kp=.75, **WARM),
  'chips': grp(chips, dir=(.35, -1.9, .95), ev=.5),
  'dice': grp(dice, dir=(.3, -1.9, 1.1), ev=.45),
  'lighter': grp(lighter, dir=(.55, -1.9, .4), ev=.3, front=.8),
  'humidor': grp(humidor, dir=(.75, -1.9, .95), fill='#ffdcb0', ev=.6, front=1),
  'watch-gold': grp(watch_gold, rot=(d(66), d(8), d(-20)), dir=(.1, -2, .35), kp=.9, ev=.5, fill='#ffdcb0', look='Medium High Contrast', front=.25),
  'house-key': grp(house_key, rot=(d(66), 0, d(4)), dir=(.1, -2, .45), kp=.8, **WARM),
  'wheel': grp(wheel, rot=(0, 0, d(-16)), dir=(.62, -1.9, .35), front=1.4, ev=.6),
  'turbo': grp(turbo, rot=(0, 0, d(-2)), dir=(.6, -1.9, .45), front=1.4, fill='#ffdcb0', ev=.35),
  'nitro': grp(nitro, rot=(0, d(9), 0), dir=(.35, -1.9, .4), front=.6, ev=.5),
  'battery': grp(battery, dir=(.75, -1.9, .75), ev=.6, front=.4),
  'petrol-pump': grp(pump, dir=(.8, -1.9, .42), ev=.5, front=.3),
  'moto-key': grp(moto_key, rot=(d(66), 0, d(6)), dir=(.1, -2, .45), ev=.6, front=.6),
  'licence': grp(licence, rot=(d(70), d(-8), d(20)), dir=(.05, -2, .3), ev=.15, fill='#ffe9cf'),
  'plate-gold': grp(plate_gold, rot=(d(-8), 0, d(24)), dir=(.05, -2, .35), fill='#ffdcb0', look='Medium High Contrast', kp=.7),
  'plate-night': grp(plate_night, rot=(d(-8), 0, d(-22)), dir=(.05, -2, .35), front=.6, fill='#ffdcb0', ev=.5),
  'toolbox': grp(toolbox, dir=(.75, -1.9, .75), ev=.5),
  'medkit': grp(medkit, rot=(0, 0, d(6)), dir=(.7, -1.9, .5), ev=.1),
  'radio': grp(radio, rot=(d(-6), d(6), 0), dir=(.7, -1.9, .35), ev=.7, front=.4),
  'helmet': grp(helmet, dir=(1.05, -1.9, .35), ev=.5, front=.6),
  'helicopter': grp(helicopter, rot=(0, 0, d(-34)), dir=(.35, -1.9, .55), lens=70, ev=.8, front=.7),
  'boat': grp(boat, rot=(0, 0, d(-46)), dir=(.1, -1.9, .85), lens=70, ev=.35, fill='#ffe9cf'),
  'traffic-light': grp(traffic_light, dir=(.85, -1.9, .3), ev=.6, front=.4),
  'cone': grp(cone, dir=(.6, -1.9, .65), ev=.35),
  'house': grp(house, dir=(1.15, -1.9, 1.1), lens=70, ev=.55, fill='#ffe9cf'),
  'garage': grp(garage, dir=(.75, -1.9, .7), lens=70, ev=.6),
  'headphones': grp(headphones, rot=(d(-6), 0, d(-24)), dir=(.25, -1.9, .35), ev=.7, front=.8),
  'camera': grp(camera_prop, rot=(0, 0, d(14)), dir=(.85, -1.9, .62), ev=.6, front=.7),
  'laptop': grp(laptop, dir=(.8, -1.9, .85), ev=.3, front=.3),
  'phone': grp(phone, rot=(d(-12), d(8), d(26)), dir=(.05, -2, .3), ev=.25),
  'boombox': grp(boombox, dir=(.7, -1.9, .5), ev=.6, front=.4),
  'vinyl': grp(vinyl, rot=(d(-8), 0, d(14)), dir=(.15, -2, .3), ev=.45, front=.6),
  'skateboard': grp(skateboard, rot=(d(-104), d(-36), d(8)), dir=(.2, -1.9, .25), ev=.45, front=.5, fill='#ffe9cf'),
  'sunglasses': grp(sunglasses, dir=(.55, -1.9, .55), ev=.8, front=1.4, fill='#ffe9cf'),
  'backpack': grp(backpack, dir=(.85, -1.9, .5), ev=.75),
  'garment-bag': grp(garment, rot=(0, 0, d(16)), dir=(.35, -1.9, .3), ev=.8, front=.5, fp=.6),
  'spray-can': grp(spray, dir=(.35, -1.9, .55), ev=.45, front=.6, fill='#ffe9cf'),
  'coffee': grp(coffee, rot=(0, d(4), 0), dir=(.3, -1.9, .75), ev=.1, fill='#ffe9cf'),
  'pizza': grp(pizza, rot=(0, 0, d(-22)), dir=(.2, -1.9, 1.5), ev=.1, fill='#ffe9cf'),
  'neon-sign': grp(neon, rot=(0, 0, d(16)), dir=(.1, -1.9, .2), ev=.4),
  'ticket': grp(ticket, rot=(d(68), d(0), d(10)), dir=(.05, -2, .35), ev=.05, fill='#ffe9cf'),
  'cassette': grp(cassette, rot=(d(-10), d(-6), d(22)), dir=(.1, -2, .35), ev=.35, front=.5),
}

PRODUCTS = {
  'name-tag': grp(name_tag, rot=(d(-8), 0, d(20)), dir=(.1, -2, .35), ev=.3, front=.5, fill='#ffe9cf'),
  'slot-card': grp(slot_card, rot=(d(-8), 0, d(22)), dir=(.1, -2, .3), ev=.3, front=.5, fill='#ffe9cf'),
  'unban': grp(unban, rot=(d(-6), 0, d(16)), dir=(.1, -2, .35), ev=.6, front=1.7, fill='#cfdde2'),
  'stamp': grp(stamp, dir=(.5, -1.9, .9), ev=.45, fill='#ffdcb0', front=.6),
  'parking': grp(parking, rot=(d(-8), 0, d(22)), dir=(.1, -2, .3), ev=.35, front=.5),
  'sim-card': grp(sim, rot=(d(66), d(8), d(-18)), dir=(.05, -2, .4), ev=.3, fill='#ffe9cf', front=.5),
}

def medals(level):
    return grp(lambda: medal(level), rot=(d(-6), 0, d(16)), dir=(.1, -2, .25), kp=1.0, **dict(WARM, front=1.8))

REFERRAL = {'medal%d' % (level + 1): medals(level) for level in range(6)}

FOLDERS = {'items': ITEMS, 'products': PRODUCTS, 'referral': REFERRAL}
SHOTS = {name: build for shots in FOLDERS.values() for name, build in shots.items()}
