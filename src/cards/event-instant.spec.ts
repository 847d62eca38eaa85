import { eventInstant } from './event-instant';

describe('eventInstant', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21T10:00:00.250+01:00', '2026-11-21T09:00:00.250Z'],
    ['2026-11-21T10:00', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T00:30:15.5', '2026-11-20T23:30:15.500Z'],
    ['2026-11-21', '2026-11-21T22:59:59.999Z'],
  ])('reads %s in Lagos as %s', (text, instant) => {
    expect(eventInstant(text, 'Africa/Lagos').toISOString()).toBe(instant);
  });
});
