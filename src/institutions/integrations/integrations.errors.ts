import { defineErrors } from '../../common/errors/app-error';

/** Error codes of calls that need a provider (docs/api/institutions.md#integrations). */
export const integrationsErrors = defineErrors({
  INTEGRATION_NOT_ENABLED: {
    httpStatus: 503,
    message: 'This function is not enabled for your institution; ask the institution to configure it.',
    // Staff must enable it; programs that repeat a 503 should not do so every second.
    retryAfterSec: 3_600,
  },
  GATEWAY_UNAVAILABLE: { httpStatus: 503, message: 'The provider gave no usable answer; retry later.' },
});
