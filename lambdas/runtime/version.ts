import manifest from '../../package.json' with { type: 'json' };

export const SERVICE_NAME = manifest.name;
export const SERVICE_VERSION = manifest.version;
