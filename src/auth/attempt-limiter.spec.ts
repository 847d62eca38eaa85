import type { AppError } from '../common/errors/app-error';
import { AttemptLimiter } from './attempt-limiter';

describe('AttemptLimiter', () => {
  it('refuses a source after so many failures, and no other source', () => {
    const limiter = new AttemptLimiter(2);
    const attempt = (source: string): string => {
      try {
        limiter.assertAllowed(source);
        limiter.recordFailure(source);
        return 'allowed';
      } catch (error) {
        const { code, details } = error as AppError;
        return `${code} ${String(details.retryAfterSec)}`;
      }
    };
    expect(['a', 'a', 'a', 'b', 'a'].map(attempt)).toStrictEqual([
      'allowed',
      'allowed',
      'TOO_MANY_ATTEMPTS 60',
      'allowed',
      'TOO_MANY_ATTEMPTS 60',
    ]);
  });
});
