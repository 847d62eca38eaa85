import { ApiHeader } from '@nestjs/swagger';
import { DRY_RUN_HEADER } from './requested-dry-run';

/** Documents the header on a route that decides dry runs. */
export function dryRunHeader(): MethodDecorator {
  return ApiHeader({
    name: DRY_RUN_HEADER,
    required: false,
    description:
      'With `true` the request is checked and nothing is done. The answer is 200 with `dryRun`, `held`, `outcome`, ' +
      '`charges` and `balances` in `data`, or the refusal that the request would get.',
    schema: { type: 'string', enum: ['true', 'false'] },
  });
}
