'use strict';

const crypto = require('crypto');

const sha256 = (text) => crypto.createHash('sha256').update(text).digest('hex');
const hmac = (secret, text) => crypto.createHmac('sha256', secret).update(text).digest('hex');

/** Signature of a request. The body is the text that is sent. */
const signRequest = (secret, path, body) => hmac(secret, `onerp1\n${path}\n${sha256(body)}`);

/** Signature of an answer. It covers the request, so that no answer fits another request. */
const signAnswer = (secret, instance, seq, body) =>
  hmac(secret, `onerp1r\n${instance}\n${seq}\n${sha256(body)}`);

/** Whether an answer comes from the site. The certificate alone does not prove it. */
function isSigned(secret, instance, seq, answer) {
  if (typeof answer.sign !== 'string' || typeof answer.body !== 'string') return false;
  const wanted = Buffer.from(signAnswer(secret, instance, seq, answer.body), 'hex');
  const given = Buffer.from(answer.sign, 'hex');
  return given.length === wanted.length && crypto.timingSafeEqual(given, wanted);
}

/** 16 random bytes in base64url. */
const randomId = () =>
  crypto.randomBytes(16).toString('base64').replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');

module.exports = { signRequest, signAnswer, isSigned, randomId };
