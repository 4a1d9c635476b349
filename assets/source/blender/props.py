"""Every picture of a prize and of a case: its name is the imageName of the catalogue, its value builds it and says how to light it."""
from kit import *
from crates_coins import *
from goods import *
from valuables import *
from gear import *

def grp(fn, rot=(0, 0, 0), **o):
    def f():
        with Group() as g:
            fn()
        g.place(rot=rot)
        return dict(o)
    return f

d = math.radians

def coins(stacks, lean, flat):
    def f():
        put, rr = coin_pile(stacks=stacks)
        put(lean, (d(72), 0, d(12)))
        for x, y in flat:
            put((x, y, .13), (0, 0, rr.uniform(0, 6)))
        return dict(rim='#ffb357', fill='#ffe9cf', dir=(.35, -2, .85), kp=1.0, look='Medium High Contrast', ev=.75)
    return f

CRATE = dict(dir=(1.05, -1.9, .9), ev=.5)
CARD = dict(rot=(d(72), d(-10), d(22)), dir=(.05, -2, .3), kp=2.2, fp=2, ev=.7)
PLATE = dict(rot=(d(-8), 0, d(24)), dir=(.05, -2, .35))
KEYS = dict(rot=(d(62), 0, d(-14)), dir=(.1, -2, .5))
FRONT = dict(dir=(1.9, -1.35, .62), lens=70, ev=.5)
WARM = dict(fill='#ffdcb0', look='Medium High Contrast', front=1)

CASES = {
  'night-heist': grp(lambda: crate('#ff7410', '#454e54'), rim='#ffa04a', dir=(1.05, -1.9, .9), ev=.45),
  'patrol': grp(lambda: crate('#2f9dff', '#2a3a4a', '#141b22', 'PD', 'PATROL // 012'), rim='#5aa9ff', **CRATE),
  'vip-lounge': grp(lambda: crate('#ff2a18', '#4a2b26', '#1e1614', 'VIP', 'LOUNGE // 001'), rim='#ff6a50', **CRATE),
  'port': grp(lambda: crate('#19d8c0', '#22383a', '#101a1b', 'PORT', 'PORT // 013'), rim='#5fe0d0', **CRATE),
  'loft': grp(lambda: crate('#bfe0ff', '#8d8f8c', '#2a2d2e', 'LOFT', 'LOFT // 1407', '#1b1e20'), rim='#dcefff', **CRATE),
  'taxi': grp(lambda: crate('#ffb000', '#6b5212', '#1c170a', 'TAXI', 'TAXI // 077'), rim='#ffd071', **CRATE),
}

ITEMS = {
  'coin': grp(coin_model, rot=(d(78), 0, d(28)), rim='#ffb357', dir=(.12, -2, .28), fill='#ffdcb0', key='#ffe0b0', kp=.42, look='Medium High Contrast', ev=.2),
  'coins2': coins(((0, 0, 3),), (-.2, -1.35, .95), [(1.5, -.6)]),
  'coins3': coins(((-.55, .1, 5), (1.35, .75, 3)), (.55, -1.05, .96), [(2.0, -1.1), (-1.9, -.9)]),
  'coins4': coins(((-1.0, .2, 6), (1.05, .9, 9), (1.5, -.9, 3)), (-.25, -1.55, .96), [(-2.4, -.9), (1.2, -2.5), (3.2, .1), (-1.4, -2.6), (2.9, -1.9)]),
  'car': grp(lambda: car('#b4231a'), **FRONT),
  'car-rear': grp(lambda: car('#14181b'), dir=(-1.9, -1.2, .5), lens=60),
  'coupe-bone': grp(lambda: car('#d6cfc0'), **FRONT),
  'cash': grp(cash_pile, dir=(.6, -1.9, 1.1)),
  'cash-one': grp(cash_one, dir=(.5, -1.9, 1.15), fill='#ffe9cf', ev=.3),
  'duffel': grp(duffel, dir=(.5, -1.9, 1.05)),
  'gold': grp(gold_bars, dir=(.9, -1.9, .95), fill='#ffe9cf', look='Medium High Contrast', kp=.8),
  'keys': grp(keys, **KEYS),
  'keys-garage': grp(lambda: keys('#2fc4b2', ('BOX', '0214')), **KEYS),
  'moto-key': grp(moto_key, rot=(d(66), 0, d(6)), dir=(.1, -2, .45), ev=.6, front=.6),
  'watch': grp(watch, rot=(d(66), d(8), d(24)), dir=(.1, -2, .35), ev=.8),
  'premium-card': grp(vip_card, **CARD),
  'card-graphite': grp(lambda: vip_card('#2b3134', '#d7e2e8', 'PREMIUM', 'GRAPHITE'), **CARD),
  'card-bronze': grp(lambda: vip_card('#38231a', '#e3a06a', 'PREMIUM', 'BRONZE'), **CARD),
  'plate': grp(plate, **PLATE),
  'plate-taxi': grp(lambda: plate('TAXI 77'), **PLATE),
  'plate-gold': grp(plate_gold, fill='#ffdcb0', look='Medium High Contrast', kp=.7, **PLATE),
  'plate-night': grp(plate_night, rot=(d(-8), 0, d(-22)), dir=(.05, -2, .35), front=.6, fill='#ffdcb0', ev=.5),
  'phone': grp(phone, rot=(d(-12), d(8), d(26)), dir=(.05, -2, .3)),
  'jerrycan': grp(jerrycan, dir=(.8, -1.9, .55)),
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
  'wheel': grp(wheel, rot=(0, 0, d(-16)), dir=(.62, -1.9, .35), front=1.4, ev=.6),
  'turbo': grp(turbo, rot=(0, 0, d(-2)), dir=(.6, -1.9, .45), front=1.4, fill='#ffdcb0', ev=.35),
  'nitro': grp(nitro, rot=(0, d(9), 0), dir=(.35, -1.9, .4), front=.6, ev=.5),
  'battery': grp(battery, dir=(.75, -1.9, .75), ev=.6, front=.4),
  'petrol-pump': grp(pump, dir=(.8, -1.9, .42), ev=.5, front=.3),
  'licence': grp(licence, rot=(d(70), d(-8), d(20)), dir=(.05, -2, .3), ev=.15, fill='#ffe9cf'),
  'toolbox': grp(toolbox, dir=(.75, -1.9, .75), ev=.5),
}

SHOTS = {**ITEMS, **CASES}
