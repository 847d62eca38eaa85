import { defineErrors } from '../../common/errors/app-error';

/** Refusals of calls that need a provider. */
export const integrationsErrors = defineErrors({
  INTEGRATION_NOT_ENABLED: { httpStatus: 503, message: 'This function is not enabled for your institution.' },
  GATEWAY_UNAVAILABLE: { httpStatus: 503, message: 'The provider gave no usable answer; try again later.' },
});
