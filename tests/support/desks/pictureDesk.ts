import { operatorCalls } from '#/contract/operator/operatorCalls.ts';
import type { UploadKind } from '#/contract/operator/catalogue/uploads.ts';
import type { OperatorBrowser } from './operators.ts';

/** Uploads a file in an operator's browser. */
export const sendPicture = (
  { browser }: { browser: OperatorBrowser },
  file: Buffer,
  kind: UploadKind = 'items',
  type = 'application/octet-stream',
) =>
  browser.call(operatorCalls.uploadPicture, {
    query: { kind },
    raw: file,
    headers: { 'content-type': type },
  });
