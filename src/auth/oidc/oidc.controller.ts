import { Controller, Get, Header, Query, Req, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../common/errors/app-error';
import { consoleSignInAccess, Endpoint, signInAccess } from '../../common/http/endpoint.decorator';
import { RawResponse } from '../../common/http/envelope-adapter';
import { authErrors } from '../auth.errors';
import { originOf } from '../sign-in-origin';
import { OidcStartQuery } from './oidc.dto';
import { CLEARED_OIDC_COOKIE, oidcCookie, readOidcCookie } from './oidc-cookie';
import { movingPage } from './oidc-page';
import { OidcSignIns } from './oidc-sign-ins';

/**
 * Single sign-on (docs/api/staff-sessions.md#single-sign-on). Browsers go to these addresses themselves, so they are no
 * operations of the documents.
 */
@ApiExcludeController()
@Controller('api/admin/v1/session/oidc')
export class OidcController {
  constructor(private readonly signIns: OidcSignIns) {}

  /** Only a page of the console begins a sign-in, so that no other site signs a browser in as somebody else. */
  @Get()
  @RawResponse()
  @Endpoint({
    summary: 'Sign in through the provider',
    access: consoleSignInAccess,
    errors: [authErrors.OIDC_NOT_CONFIGURED, authErrors.OIDC_NOT_REACHABLE, authErrors.TOO_MANY_ATTEMPTS],
  })
  async start(@Query() { next }: OidcStartQuery, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const { begun, address } = await this.signIns.start(next);
    void reply.status(302).header('location', address).header('set-cookie', oidcCookie(begun));
    return '';
  }

  /** A refusal is a page too: it moves on to the sign-in, with its code. */
  @Get('callback')
  @RawResponse()
  @Header('content-type', 'text/html; charset=utf-8')
  @Header('referrer-policy', 'no-referrer')
  @Endpoint({
    summary: 'Take the answer of the provider',
    access: signInAccess,
    errors: [
      authErrors.OIDC_REFUSED,
      authErrors.OIDC_NOT_CONFIGURED,
      authErrors.OIDC_NOT_REACHABLE,
      authErrors.TOO_MANY_ATTEMPTS,
    ],
  })
  async finish(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<string> {
    const begun = readOidcCookie(request.headers.cookie);
    const query = request.url.split('?')[1] ?? '';
    try {
      const cookie = await this.signIns.finish(begun, query, originOf(request));
      void reply.header('set-cookie', [cookie, CLEARED_OIDC_COOKIE]);
      return movingPage(begun?.next ?? '/');
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      void reply.status(error.httpStatus).header('set-cookie', CLEARED_OIDC_COOKIE);
      return movingPage(`/login?problem=${error.code}`);
    }
  }
}
