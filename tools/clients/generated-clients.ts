import { dartClient } from './dart-client.ts';
import type { GeneratedClient } from './generated-client.ts';
import { kotlinClient } from './kotlin-client.ts';
import { packagedClient } from './packaged-client.ts';
import { pythonClient } from './python-client.ts';
import { typescriptClients } from './typescript-clients.ts';

export const generatedClients: Readonly<Record<string, GeneratedClient>> = {
  ...typescriptClients,
  python: pythonClient,
  kotlin: kotlinClient,
  dart: dartClient,
  packaged: packagedClient,
};
