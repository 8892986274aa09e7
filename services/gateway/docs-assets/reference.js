/* global SwaggerUIBundle */

/**
 * Shows /openapi.json. The token is kept for this tab's session only: Swagger UI's own `persistAuthorization` would
 * keep it on the disk.
 */
const scheme = 'bearer';
const keptToken = 'storefront.token';

const keepToken = () => ({
  statePlugins: {
    auth: {
      wrapActions: {
        authorize: (authorize) => (given) => {
          const token = given[scheme]?.value;
          if (typeof token === 'string') sessionStorage.setItem(keptToken, token);
          return authorize(given);
        },
        logout: (logout) => (schemes) => {
          sessionStorage.removeItem(keptToken);
          return logout(schemes);
        },
      },
    },
  },
});

const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: 0,
  defaultModelExpandDepth: 3,
  displayRequestDuration: true,
  filter: true,
  tryItOutEnabled: true,
  validatorUrl: null,
  presets: [SwaggerUIBundle.presets.apis],
  plugins: [keepToken],
  onComplete: () => {
    const token = sessionStorage.getItem(keptToken);
    if (token !== null) reference.preauthorizeApiKey(scheme, token);
  },
});
