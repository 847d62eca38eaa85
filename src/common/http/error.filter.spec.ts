import { writeFileSync } from 'node:fs';
import { toAppError } from './error.filter';

describe('toAppError', () => {
  it('says of a full disk that the service is unavailable', () => {
    let failure: unknown;
    try {
      writeFileSync('/dev/full', 'x');
    } catch (error) {
      failure = error;
    }
    expect(failure).toMatchObject({ code: 'ENOSPC' });
    expect(toAppError(failure)).toMatchObject({ httpStatus: 503, code: 'SERVICE_UNAVAILABLE' });
  });

  it('says nothing of what it does not know', () => {
    expect(toAppError(Object.assign(new Error('inside'), { code: 'EISDIR' }))).toMatchObject({
      httpStatus: 500,
      code: 'INTERNAL_ERROR',
    });
    expect(toAppError(undefined)).toMatchObject({ httpStatus: 500, code: 'INTERNAL_ERROR' });
  });
});
