/* global SwaggerUIBundle */

/**
 * Shows /openapi.json. The token is kept only for this tab's session, because Swagger UI's own `persistAuthorization` would
 * save it on the disk.
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

/** Shows each error response in one line, because all have the same shape and headers. /docs/errors has the details. */
const briefRefusals = ({ React, getComponent }) => ({
  wrapComponents: {
    response: (Response) => (props) => {
      const { code, response } = props;
      if (Number(code) < 400) return React.createElement(Response, props);
      const Markdown = getComponent('Markdown', true);
      const cell = (name, ...children) => React.createElement('td', { className: name }, ...children);
      const description = React.createElement(Markdown, { source: response.get('description') ?? '' });
      return React.createElement(
        'tr',
        { className: 'response', 'data-code': code },
        cell('response-col_status', code),
        cell('response-col_description', description),
        cell('response-col_links'),
      );
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
  plugins: [keepToken, briefRefusals],
  onComplete: () => {
    const token = sessionStorage.getItem(keptToken);
    if (token !== null) reference.preauthorizeApiKey(scheme, token);
  },
});
