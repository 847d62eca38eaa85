import { defineErrors } from '../common/errors/app-error';

/** Errors of webhook endpoints and of pulling events. */
export const webhooksErrors = defineErrors({
  WEBHOOK_ENDPOINT_NOT_FOUND: { httpStatus: 404, message: 'There is no webhook endpoint with this id.' },
  WEBHOOK_DELIVERY_NOT_FOUND: { httpStatus: 404, message: 'The endpoint has no delivery at this position.' },
  EVENT_NOT_FOUND: {
    httpStatus: 404,
    message: 'There is no event with this id that the endpoint would get; events are kept for 30 days.',
  },
  WEBHOOK_ADDRESS_NOT_ALLOWED: {
    httpStatus: 422,
    message:
      'Events are sent by https to public addresses only, and to private ones that the operator allows; use such an address.',
  },
  EVENT_SCOPE_MISSING: {
    httpStatus: 422,
    message: 'The API client lacks the scope of an event type; give it the scope first, or leave the type out.',
  },
  REPLAY_SPAN_NOT_ALLOWED: {
    httpStatus: 422,
    message: 'A span ends at or after its first number and has at most 10,000 numbers; send it in parts.',
  },
  WEBHOOK_WITHOUT_ADDRESS: { httpStatus: 422, message: 'The endpoint has no address to send to; it only pulls.' },
  NO_EVENT_SUBSCRIPTION: {
    httpStatus: 422,
    message: 'This API client has no webhook endpoint; ask the institution for one, with or without an address.',
  },
});
