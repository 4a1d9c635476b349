import { Transform, type TransformCallback } from 'node:stream';
import { errorCodes } from 'fastify';

/**
 * Takes the place of a body that nobody may use: reads it to its end, because an earlier answer would tell that its key
 * is unknown, and stores nothing of it. Its limit is that of a body that is stored.
 */
export class DroppedBody extends Transform {
  /** Fastify compares it with the announced length. */
  receivedEncodedLength = 0;
  readonly #maxBytes: number;

  constructor(maxBytes: number) {
    super();
    this.#maxBytes = maxBytes;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.receivedEncodedLength += chunk.byteLength;
    done(this.receivedEncodedLength > this.#maxBytes ? new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE() : null);
  }
}
