/** Size of a picture on a sheet, px. */
export interface Box {
  width: number;
  height: number;
}

export interface Sheet extends Box {
  /** Upper left corners of the boxes, in their order. */
  corners: { x: number; y: number }[];
}

/** Places boxes in rows on a sheet that is about square. A row is as high as its highest box. */
export function onShelves(boxes: readonly Box[]): Sheet {
  const area = boxes.reduce((sum, { width, height }) => sum + width * height, 0);
  const roomPx = Math.max(Math.ceil(Math.sqrt(area)), ...boxes.map(({ width }) => width));
  const sheet: Sheet = { width: 0, height: 0, corners: [] };
  let x = 0;
  let y = 0;
  for (const { width, height } of boxes) {
    if (x > 0 && x + width > roomPx) {
      x = 0;
      y = sheet.height;
    }
    sheet.corners.push({ x, y });
    x += width;
    sheet.width = Math.max(sheet.width, x);
    sheet.height = Math.max(sheet.height, y + height);
  }
  return sheet;
}
