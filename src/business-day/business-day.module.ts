import { Module } from '@nestjs/common';
import { ChunkRunner } from './chunk-runner';
import { DaySteps } from './day-steps';
import { RollBlockers } from './roll-blockers';

/** The institution's business date, its lock, the steps that close a day, and the runner of their chunks. */
@Module({ providers: [ChunkRunner, DaySteps, RollBlockers], exports: [ChunkRunner, DaySteps, RollBlockers] })
export class BusinessDayModule {}
