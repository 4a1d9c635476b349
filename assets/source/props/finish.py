"""Render with guide passes, denoise (edge-avoiding a-trous, albedo-demodulated), bloom from the Emit pass, tone-map, save."""
import bpy, os, time, tempfile, glob, shutil
import numpy as np

def _load(path):
    im = bpy.data.images.load(path)
    w, h = im.size
    a = np.empty(w * h * 4, np.float32)
    im.pixels.foreach_get(a)
    bpy.data.images.remove(im)
    return a.reshape(h, w, 4)

def atrous(col, nrm, alb, alpha, iters=4, sc=0.55, sn=0.25, sa=0.12):
    eps = 0.02
    dem = alb + eps
    c = col / dem
    k1 = np.array([1, 4, 6, 4, 1], np.float32) / 16
    H, W, _ = c.shape
    for it in range(iters):
        step = 1 << it
        pad = 2 * step
        cp = np.pad(c, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        npd = np.pad(nrm, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        ap = np.pad(alb, ((pad, pad), (pad, pad), (0, 0)), 'edge')
        lp = np.pad(alpha, ((pad, pad), (pad, pad)), 'edge')
        acc = np.zeros_like(c)
        ws = np.zeros((H, W), np.float32)
        lc = np.log1p(c)
        s_c = sc * (0.6 ** it)
        for j in range(5):
            for i in range(5):
                y, x = j * step, i * step
                cc = cp[y:y + H, x:x + W]
                d = ((np.log1p(cc) - lc) ** 2).sum(2) / (s_c * s_c)
                d += ((npd[y:y + H, x:x + W] - nrm) ** 2).sum(2) / (sn * sn)
                d += ((ap[y:y + H, x:x + W] - alb) ** 2).sum(2) / (sa * sa)
                d += (lp[y:y + H, x:x + W] - alpha) ** 2 / 0.02
                w = np.exp(-d) * (k1[j] * k1[i])
                acc += cc * w[..., None]
                ws += w
        c = acc / ws[..., None]
    return c * dem

def blur(a, r):
    """Three box blurs ~ gaussian of sigma r."""
    n = max(1, int(round(r)))
    for _ in range(3):
        for ax in (0, 1):
            p = np.pad(a, [(n + 1, n) if q == ax else (0, 0) for q in range(3)], 'constant')
            cs = np.cumsum(p, axis=ax, dtype=np.float64)
            L = a.shape[ax]
            k = 2 * n + 1
            hi = np.take(cs, range(k, k + L), axis=ax)
            lo = np.take(cs, range(0, L), axis=ax)
            a = ((hi - lo) / k).astype(np.float32)
    return a

def render(path, samples=64, scale=2, look='High Contrast', exposure=0.0, bloom=0.55, denoise=True, threshold=0.02, transparent=True, depth=False, rim_keep=None):
    rim_keep = float(os.environ.get('RIM_KEEP', '.15')) if rim_keep is None else rim_keep
    sc = bpy.context.scene
    vl = bpy.context.view_layer
    base = (sc.render.resolution_x, sc.render.resolution_y)
    sc.render.resolution_x, sc.render.resolution_y = base[0] * scale, base[1] * scale
    sc.render.engine = 'CYCLES'
    cy = sc.cycles
    cy.samples = samples
    cy.use_adaptive_sampling = True
    cy.adaptive_threshold = float(os.environ.get('THRESH', threshold))
    cy.use_denoising = False
    cy.max_bounces = 6
    cy.diffuse_bounces = 2
    cy.glossy_bounces = 3
    cy.transmission_bounces = 6
    cy.transparent_max_bounces = 6
    cy.sample_clamp_indirect = 5
    cy.sample_clamp_direct = float(os.environ.get('CLAMP', '40'))
    cy.blur_glossy = 0.8
    cy.caustics_reflective = cy.caustics_refractive = False
    sc.render.film_transparent = transparent
    sc.view_settings.view_transform = 'Filmic'
    sc.view_settings.look = look
    sc.view_settings.exposure = exposure
    vl.cycles.denoising_store_passes = True
    vl.use_pass_emit = True
    if depth:
        vl.use_pass_z = True
    tmp = tempfile.mkdtemp()
    sc.use_nodes = True
    nt = sc.node_tree
    nt.nodes.clear()
    rl = nt.nodes.new('CompositorNodeRLayers')
    fo = nt.nodes.new('CompositorNodeOutputFile')
    fo.base_path = tmp
    fo.format.file_format = 'OPEN_EXR'
    fo.format.color_mode = 'RGBA'
    fo.format.color_depth = '32'
    fo.file_slots.clear()
    groups = [g.name for g in vl.lightgroups]
    want = [('Image', 'c'), ('Denoising Normal', 'n'), ('Denoising Albedo', 'a'), ('Emit', 'e')] + ([('Depth', 'z')] if depth else []) + ([('Combined_rim', 'r')] if 'rim' in groups else [])
    for s, k in want:
        fo.file_slots.new(k)
        nt.links.new(rl.outputs[s], fo.inputs[k])
    comp = nt.nodes.new('CompositorNodeComposite')
    nt.links.new(rl.outputs['Image'], comp.inputs['Image'])
    t0 = time.time()
    bpy.ops.render.render(write_still=False)
    t1 = time.time()
    P = {k: np.nan_to_num(_load(glob.glob(os.path.join(tmp, k + '*.exr'))[0]), nan=0.0, posinf=50.0) for _, k in want}
    shutil.rmtree(tmp)
    col, alpha = P['c'][..., :3].copy(), P['c'][..., 3].copy()
    alb, nrm, emi = P['a'][..., :3], P['n'][..., :3], P['e'][..., :3]
    rim = None
    if 'r' in P:                      # taken away before denoising: the grain of both is the same and cancels
        rim = np.clip(P['r'][..., :3], 0, None)
        col = np.clip(col - rim * (1 - rim_keep), 0, None)
        if denoise:                   # the mask ships at 210 px: half size is plenty
            hh, ww = rim.shape[0] // 2 * 2, rim.shape[1] // 2 * 2
            def half(x):
                return x[:hh, :ww].reshape(hh // 2, 2, ww // 2, 2, -1).mean((1, 3))
            rim = atrous(half(rim), half(nrm), half(alb), half(alpha[..., None])[..., 0], iters=3).repeat(2, 0).repeat(2, 1)
            rim = np.pad(rim, ((0, alpha.shape[0] - hh), (0, alpha.shape[1] - ww), (0, 0)), 'edge')
    if denoise:
        col = atrous(np.clip(col - emi, 0, None), nrm, alb, alpha) + emi
    if bloom and float(emi.max()) > .05:
        h = col.shape[0]
        e = np.minimum(emi, 12.0) * (alpha[..., None] if transparent else 1.0)
        q = 4
        hh, ww = e.shape[0] // q * q, e.shape[1] // q * q
        small = e[:hh, :ww].reshape(hh // q, q, ww // q, q, 3).mean((1, 3))
        def up(a):
            a = a.repeat(q, 0).repeat(q, 1)
            a = np.pad(a, ((0, e.shape[0] - hh), (0, e.shape[1] - ww), (0, 0)), 'edge')
            return blur(a, q / 2)
        b = .34 * blur(e, h * .006) + up(sum(w * blur(small, h * r / q) for w, r in ((.26, .017), (.17, .042), (.09, .095))))
        col = col + b * bloom * .5
        if transparent:
            l = np.clip(b.max(2) * bloom * .5, 0, 1)
            alpha = np.maximum(alpha, 1 - (1 - alpha) * (1 - np.clip(l * 1.15, 0, .92)))
    if scale > 1:
        def down(x):
            H, W = x.shape[0] // scale, x.shape[1] // scale
            return x[:H * scale, :W * scale].reshape(H, scale, W, scale, -1).mean((1, 3))
        # tone-aware average: avoids fireflies dominating
        wgt = 1 / (1 + col.max(2, keepdims=True))
        col = down(col * wgt) / down(wgt)
        alpha = down(alpha[..., None])[..., 0]
    H, W = alpha.shape
    out = np.dstack([col, alpha]).astype(np.float32)
    im = bpy.data.images.new('out', W, H, alpha=True, float_buffer=True)
    im.pixels.foreach_set(out.ravel())
    im.update()
    sc.render.image_settings.file_format = 'PNG'
    sc.render.image_settings.color_mode = 'RGBA' if transparent else 'RGB'
    sc.render.image_settings.color_depth = '8'
    im.save_render(path, scene=sc)
    if depth:
        z = P['z'][..., 0]
        if scale > 1:
            z = z[::scale, ::scale]
        np.save(path.replace('.png', '_z.npy'), z)
    if rim is not None:
        # tintable mask: white, alpha = tone-mapped rim luminance
        l = (rim @ np.array([.3, .5, .2], np.float32))[..., None]
        if scale > 1:
            l = down(l / (1 + l))
            l = l / np.maximum(1e-4, 1 - l)
        l = l[..., 0]
        a = np.clip((1 - np.exp(-l * 2.2)) ** (1 / 1.6), 0, 1) * np.clip(alpha, 0, 1)
        m = np.dstack([np.ones_like(a)] * 3 + [a]).astype(np.float32)
        m[..., :3] *= a[..., None]
        im2 = bpy.data.images.new('rim', W, H, alpha=True, float_buffer=True)
        im2.pixels.foreach_set(m.ravel())
        im2.update()
        vt, lk, ex = sc.view_settings.view_transform, sc.view_settings.look, sc.view_settings.exposure
        sc.view_settings.view_transform, sc.view_settings.look, sc.view_settings.exposure = 'Standard', 'None', 0
        im2.save_render(path.replace('.png', '.rim.png'), scene=sc)
        sc.view_settings.view_transform, sc.view_settings.look, sc.view_settings.exposure = vt, lk, ex
    sc.render.resolution_x, sc.render.resolution_y = base
    print('RENDER %s cycles %.1fs post %.1fs' % (os.path.basename(path), t1 - t0, time.time() - t1), flush=True)
