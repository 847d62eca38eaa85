import { webhookSignature } from './webhook-signature';

/** The example of the specification (https://github.com/standard-webhooks/standard-webhooks). */
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const CONTENT = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', timestampSec: 1_614_265_330, body: '{"test": 2432232314}' };
const SIGNATURE = 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=';

describe('webhookSignature', () => {
  it('gives the signature of the example of Standard Webhooks', () =>
    expect(webhookSignature([SECRET], CONTENT)).toBe(SIGNATURE));

  it('gives one signature for each secret, so that both verify during a rotation', () => {
    const other = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
    const [first, second, ...rest] = webhookSignature([other, SECRET], CONTENT).split(' ');
    expect([second, rest]).toEqual([SIGNATURE, []]);
    expect(first).not.toBe(SIGNATURE);
  });

  it.each(['id', 'timestampSec', 'body'] as const)('covers the %s', (part) => {
    const changed = { ...CONTENT, [part]: part === 'timestampSec' ? 1_614_265_331 : `${CONTENT[part]} ` };
    expect(webhookSignature([SECRET], changed)).not.toBe(SIGNATURE);
  });
});
