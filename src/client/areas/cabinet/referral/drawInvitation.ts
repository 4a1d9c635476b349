interface InvitationTexts {
  /** SVG markup of the QR code. */
  qrSvg: string;
  /** The player's promo code. */
  code: string;
  /** A line above the code. */
  line: string;
}

/** Side of the picture: a square fits every messenger. */
const SIDE_PX = 1080;
const QR_PX = 520;

const colour = (name: string) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/**
 * Draws a picture to share: the name of the game, the promo code and the QR code of the invitation (C7).
 * @returns a square PNG with sides of `SIDE_PX`
 * @throws Error if the browser cannot draw or encode it
 */
export async function drawInvitation({ qrSvg, code, line }: InvitationTexts): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX;
  canvas.height = SIDE_PX;
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('the browser has no canvas');
  const head = "'Tektur', sans-serif";
  await document.fonts.load(`900 120px ${head}`);
  const qr = new Image();
  qr.src = `data:image/svg+xml,${encodeURIComponent(qrSvg)}`;
  await qr.decode();

  const night = pen.createLinearGradient(0, 0, 0, SIDE_PX);
  night.addColorStop(0, colour('--ink-800'));
  night.addColorStop(1, colour('--ink-950'));
  pen.fillStyle = night;
  pen.fillRect(0, 0, SIDE_PX, SIDE_PX);
  pen.fillStyle = colour('--sodium-500');
  pen.fillRect(0, 0, SIDE_PX, 16);
  pen.fillRect(0, SIDE_PX - 16, SIDE_PX, 16);

  pen.textAlign = 'center';
  pen.fillStyle = colour('--bone-50');
  pen.font = `900 130px ${head}`;
  pen.fillText('ONE RP', SIDE_PX / 2, 190);
  pen.fillStyle = colour('--bone-200');
  pen.font = `500 40px 'Onest', sans-serif`;
  pen.fillText(line, SIDE_PX / 2, 270, SIDE_PX - 120);

  const left = (SIDE_PX - QR_PX) / 2;
  pen.fillStyle = colour('--bone-50');
  pen.fillRect(left - 20, 320, QR_PX + 40, QR_PX + 40);
  pen.drawImage(qr, left, 340, QR_PX, QR_PX);
  pen.fillStyle = colour('--sodium-500');
  pen.font = `900 96px ${head}`;
  pen.fillText(code, SIDE_PX / 2, 1000, SIDE_PX - 120);

  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('the browser cannot encode the picture'))),
      'image/png',
    );
  });
}
