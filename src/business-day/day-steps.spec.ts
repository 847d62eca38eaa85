import 'reflect-metadata';
import { Injectable, Module, type Provider } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { MemberOf } from '../common/registry/registry';
import { type DayStep, DaySteps } from './day-steps';

@Injectable()
@MemberOf(DaySteps)
class Ageing implements DayStep {
  readonly name = 'loan-ageing';
  readonly title = 'Ageing';
  run = (): Promise<void> => Promise.resolve();
}

@Injectable()
@MemberOf(DaySteps)
class LienExpiry implements DayStep {
  readonly name = 'lien-expiry';
  readonly title = 'Expiry';
  run = (): Promise<void> => Promise.resolve();
}

@Injectable()
@MemberOf(DaySteps)
class Unplaced implements DayStep {
  readonly name = 'no-place';
  readonly title = 'No place';
  run = (): Promise<void> => Promise.resolve();
}

async function start(...providers: Provider[]): ReturnType<typeof NestFactory.createApplicationContext> {
  @Module({ imports: [DiscoveryModule], providers: [DaySteps, ...providers] })
  class Root {}
  return NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
}

describe('DaySteps', () => {
  it('lists the steps in the order of the day', async () => {
    const app = await start(Ageing, LienExpiry);
    expect(
      app
        .get(DaySteps)
        .inOrder()
        .map(({ name }) => name),
    ).toEqual(['lien-expiry', 'loan-ageing']);
  });

  it('stops the start when a step has no place in the order', async () => {
    await expect(start(Ageing, Unplaced)).rejects.toThrow('Add the step no-place to DAY_STEP_ORDER.');
  });
});
