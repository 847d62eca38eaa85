import { readTraceParent, Tracing } from './tracing';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const SPAN = 'b7ad6b7169203331';

describe('readTraceParent', () => {
  it('reads trace, span and whether the caller samples', () => {
    expect(readTraceParent(`00-${TRACE}-${SPAN}-01`)).toEqual({
      traceId: TRACE,
      spanId: SPAN,
      traceFlags: 1,
      isRemote: true,
    });
    expect(readTraceParent(`00-${TRACE}-${SPAN}-00`)?.traceFlags).toBe(0);
  });

  it.each([
    ['no header', undefined],
    ['two headers', [`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-01`]],
    ['an unknown version', `01-${TRACE}-${SPAN}-01`],
    ['a trace of zeros', `00-${'0'.repeat(32)}-${SPAN}-01`],
    ['a span of zeros', `00-${TRACE}-${'0'.repeat(16)}-01`],
    ['capital letters', `00-${TRACE.toUpperCase()}-${SPAN}-01`],
    ['more text', `00-${TRACE}-${SPAN}-01-x`],
  ])('answers undefined for %s', (_, header) => {
    expect(readTraceParent(header)).toBeUndefined();
  });
});

describe('Tracing without an endpoint', () => {
  it('runs work without a span, and keeps nothing of a request', async () => {
    const tracing = new Tracing();
    tracing.beginRequest('c1', 'GET', `00-${TRACE}-${SPAN}-01`);
    expect([tracing.isOn, tracing.requestSpan('c1')]).toEqual([false, undefined]);
    expect(await tracing.within('work', {}, (span) => Promise.resolve(span))).toBeUndefined();
  });
});
