import 'reflect-metadata';
import { Injectable, Module, type Provider, type Type } from '@nestjs/common';
import { DiscoveryModule, NestFactory } from '@nestjs/core';
import { MemberOf, Registry } from './registry';

interface Greeting {
  readonly language: string;
}

@Injectable()
class Greetings extends Registry<Greeting> {
  get(language: string): Greeting | undefined {
    return this.find(language);
  }

  list(): Greeting[] {
    return this.all();
  }

  protected override nameOf({ language }: Greeting): string {
    return language;
  }
}

@Injectable()
class Farewells extends Registry<Greeting> {
  list(): Greeting[] {
    return this.all();
  }

  protected override nameOf({ language }: Greeting): string {
    return language;
  }
}

@Injectable()
@MemberOf(Greetings)
class Yoruba implements Greeting {
  readonly language = 'yo';
}

@Injectable()
@MemberOf(Greetings)
@MemberOf(Farewells)
class Hausa implements Greeting {
  readonly language = 'ha';
}

@Injectable()
@MemberOf(Greetings)
class SecondHausa implements Greeting {
  readonly language = 'ha';
}

// The decorator accepts only classes of the registry's interface.
// @ts-expect-error: the class has no language.
@MemberOf(Greetings)
class NoGreeting {}

@Injectable()
class Unmarked implements Greeting {
  readonly language = 'ig';
}

async function start(
  providers: Provider[],
  imports: Type[] = [],
): ReturnType<typeof NestFactory.createApplicationContext> {
  @Module({ imports: [DiscoveryModule, ...imports], providers: [Greetings, Farewells, ...providers] })
  class Root {}
  return NestFactory.createApplicationContext(Root, { logger: false, abortOnError: false });
}

describe('Registry', () => {
  it('lists the marked providers of all modules by name', async () => {
    @Module({ providers: [Hausa] })
    class Other {}
    const app = await start([Yoruba, Unmarked], [Other]);
    const greetings = app.get(Greetings);
    expect(greetings.list()).toEqual([app.get(Hausa, { strict: false }), app.get(Yoruba)]);
    expect(greetings.get('yo')).toBe(app.get(Yoruba));
    expect(greetings.get('ig')).toBeUndefined();
  });

  it('has only its own members; a class may belong to several registries', async () => {
    const app = await start([Yoruba, Hausa]);
    expect(app.get(Farewells).list()).toEqual([app.get(Hausa)]);
  });

  it('has no members when no module provides one', async () => {
    expect((await start([])).get(Greetings).list()).toEqual([]);
    expect(NoGreeting).toBeDefined();
  });

  it('stops the start when two members have one name', async () => {
    await expect(start([Hausa, SecondHausa])).rejects.toThrow(
      /^Greetings has two members named ha: (Hausa and SecondHausa|SecondHausa and Hausa)\./,
    );
  });
});
