import { RouteMethods } from './route-methods';

describe('RouteMethods', () => {
  const routes = new RouteMethods();
  routes.add('/api/agents', 'GET');
  routes.add('/api/agents', ['POST', 'HEAD']);
  routes.add('/api/agents/:id', 'DELETE');
  routes.add('/api/a.b', 'PUT');

  it.each([
    { path: '/api/agents', methods: ['GET', 'HEAD', 'POST'] },
    { path: '/api/agents/', methods: [] },
    { path: '/api/agents/7', methods: ['DELETE'] },
    { path: '/api/agents/7/more', methods: [] },
    { path: '/api/aXb', methods: [] },
    { path: '/api', methods: [] },
  ])('finds the methods at $path', ({ path, methods }) => {
    expect(routes.methodsAt(path)).toEqual(methods);
  });
});
