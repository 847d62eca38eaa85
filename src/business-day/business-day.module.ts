import { Module } from '@nestjs/common';
import { ChunkRunner } from './chunk-runner';
import { DaySteps } from './day-steps';

/** The institution's business date, its lock, the steps that close a day, and the runner of their chunks. */
@Module({ providers: [ChunkRunner, DaySteps], exports: [ChunkRunner, DaySteps] })
export class BusinessDayModule {}
