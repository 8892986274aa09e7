<?php
/* Runs parts of Laravel on the input of one line of JSON, and prints what they return. */

error_reporting(E_ALL & ~E_DEPRECATED & ~E_USER_DEPRECATED);
ini_set('serialize_precision', '-1');

require '/usr/share/php/Illuminate/autoload.php';
require '/usr/share/php/GuzzleHttp/autoload.php';

use Illuminate\Container\Container;
use Illuminate\Http\Client\Factory;
use Illuminate\Http\Request;
use Illuminate\Http\Resources\Json\JsonResource;
use Illuminate\Http\Resources\Json\PaginatedResourceResponse;
use Illuminate\Pagination\LengthAwarePaginator;
use Illuminate\Support\Facades\Facade;
use Illuminate\Translation\ArrayLoader;
use Illuminate\Translation\Translator;
use Illuminate\Validation\Factory as Validation;
use Illuminate\Validation\PresenceVerifierInterface;

$asked = json_decode(stream_get_contents(STDIN), true, flags: JSON_THROW_ON_ERROR);
$loader = new ArrayLoader();
$loader->addMessages('en', 'pagination', ['previous' => '&laquo; Previous', 'next' => 'Next &raquo;']);
$loader->addMessages('en', 'validation', $asked['sentences'] ?? []);
$translator = new Translator($loader, 'en');
Container::getInstance()->instance('translator', $translator);

/** `links` and `meta` of a list, as a resource collection has them. */
function page(array $asked): array
{
    ['total' => $total, 'per_page' => $perPage, 'page' => $page, 'path' => $path, 'query' => $query] = $asked;
    parse_str($query, $parameters);
    $rows = array_slice(range(0, max($total - 1, 0)), ($page - 1) * $perPage, $total === 0 ? 0 : $perPage);
    $paginator = (new LengthAwarePaginator($rows, $total, $perPage, $page, ['path' => $path]))->appends($parameters);
    $response = new PaginatedResourceResponse(JsonResource::collection($paginator));
    $information = new ReflectionMethod($response, 'paginationInformation');
    return $information->invoke($response, new Request());
}

/** The ids that exist. */
final class Ids implements PresenceVerifierInterface
{
    public function __construct(private array $ids) {}

    public function getCount($collection, $column, $value, $excludeId = null, $idColumn = null, array $extra = [])
    {
        return in_array($value, $this->ids[$collection] ?? []) ? 1 : 0;
    }

    public function getMultiCount($collection, $column, array $values, array $extra = [])
    {
        return count(array_intersect($values, $this->ids[$collection] ?? []));
    }
}

/** Trims texts and turns empty ones into null, as the middleware of every Laravel application does. */
function normalised(mixed $value): mixed
{
    if (is_array($value)) return array_map(normalised(...), $value);
    if (!is_string($value)) return $value;
    $trimmed = trim($value);
    return $trimmed === '' ? null : $trimmed;
}

/** The first message of each invalid field. */
function errors(Validation $validation, array $body, array $rules): array
{
    $messages = $validation->make(normalised($body), $rules)->errors()->messages();
    return array_map(fn ($each) => $each[0], $messages);
}

/** What Laravel's HTTP client makes of a response. */
function call(array $asked): array
{
    ['method' => $method, 'url' => $url, 'token' => $token, 'as' => $as, 'body' => $body] = $asked;
    $request = (new Factory())->withToken($token)->acceptJson();
    $request = $as === 'form' ? $request->asForm() : $request->asJson();
    $response = $request->{$method}($url, $body);
    try {
        $response->throw();
        $thrown = null;
    } catch (Illuminate\Http\Client\RequestException $error) {
        $thrown = $error->response->json('errors') ?? $error->response->json('code');
    }
    return ['status' => $response->status(), 'json' => $response->json(), 'thrown' => $thrown];
}

/** Runs the function `checkout` of a page twice with the same key. Each time, the store rejects the first token. */
function checkoutTwice(array $asked): array
{
    ['code' => $code, 'token' => $token, 'key' => $key, 'body' => $body] = $asked;
    Facade::setFacadeApplication(Container::getInstance());
    eval($code);
    $tokens = fn (bool $isRenewal) => $isRenewal ? $token : 'rejected';
    return array_map(function () use ($tokens, $key, $body) {
        $response = checkout($tokens, $key, $body);
        return ['status' => $response->status(), 'id' => $response->json('data.id')];
    }, [1, 2]);
}

$validation = new Validation($translator, Container::getInstance());
$validation->setPresenceVerifier(new Ids($asked['ids'] ?? []));
$output = [
    'pages' => array_map(page(...), $asked['pages'] ?? []),
    'errors' => array_map(fn ($each) => (object) errors($validation, $each['body'], $each['rules']), $asked['bodies'] ?? []),
    'calls' => array_map(call(...), $asked['calls'] ?? []),
    'checkouts' => isset($asked['checkout']) ? checkoutTwice($asked['checkout']) : [],
];
echo json_encode($output, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE);
