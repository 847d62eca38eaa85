import { applyDecorators, HttpCode, type Type } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiResponse, ApiSecurity } from '@nestjs/swagger';
import { GATEWAY_KEY_SCHEME } from '../common/http/endpoint.decorator';
import { RefusalView } from './result.dto';

/** The documentation of one route of `openapi/gateway.json`. */
export interface GatewayRouteOptions {
  summary: string;
  description?: string;
  response: Type<unknown>;
  /** True when the route acts under a reference: `Idempotency-Key` is then sent, and 409 is possible. */
  once?: boolean;
}

/** Documents a route of `openapi/gateway.json`: its response, its refusals and the headers of every call. */
export function GatewayRoute({ summary, description, response, once = false }: GatewayRouteOptions): MethodDecorator {
  const header = (name: string, text: string, required: boolean): MethodDecorator =>
    ApiHeader({ name, description: text, required, schema: { type: 'string' } });
  return applyDecorators(
    HttpCode(200),
    ApiOperation({ summary, ...(description === undefined ? {} : { description }) }),
    ApiSecurity(GATEWAY_KEY_SCHEME),
    // Without a key, where the institution and the middleware agreed on none.
    ApiSecurity({}),
    header(
      'X-Provider-Auth',
      'Credentials at the provider: base64url of the JSON object that the institution configured, such as ' +
        '`{ "clientId": "…", "clientSecret": "…" }`.',
      false,
    ),
    header('X-Correlation-Id', "For both sides' logs.", false),
    ...(once
      ? [
          header(
            'Idempotency-Key',
            'Identifies the request. A repeated request gets the first result, and nothing is done again.',
            true,
          ),
        ]
      : []),
    ApiResponse({ status: 200, description: 'Done.', type: response }),
    ApiResponse({ status: 400, description: 'Malformed; nothing was done.', type: RefusalView }),
    ApiResponse({ status: 401, description: 'Wrong gateway key or credentials; nothing was done.', type: RefusalView }),
    ...(once
      ? [
          ApiResponse({
            status: 409,
            description: 'The reference was used with another body; nothing was done.',
            type: RefusalView,
          }),
        ]
      : []),
  );
}
