import { Problem } from './problem';

describe('a failure', () => {
  it.each<[number, string, boolean]>([
    [422, 'INSUFFICIENT_FUNDS', true],
    [409, 'DUPLICATE_REFERENCE', true],
    [409, 'REQUEST_IN_PROGRESS', false],
    [409, 'CHANGED_MEANWHILE', false],
    [400, 'VALIDATION_FAILED', false],
    [401, 'UNAUTHORIZED', false],
    [403, 'STEP_UP_REQUIRED', false],
    [429, 'TOO_MANY_REQUESTS', false],
    [503, 'SERVICE_UNAVAILABLE', false],
    [0, 'NO_ANSWER', false],
  ])('%d %s is stored under the reference of its request: %p', (status, code, isStored) => {
    expect(new Problem(status, code, 'A failure').isStored).toBe(isStored);
  });
});
