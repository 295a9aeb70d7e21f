#!/bin/sh
# Removes the files that no process of the image loads, in the image's build stage.
set -eu
cd "$(dirname "$0")/.."

rm -rf apps/bench apps/chaos apps/distributed apps/standalone libs/bench libs/chaos libs/distributed libs/testing
find apps libs -mindepth 2 -maxdepth 2 ! -name dist ! -name package.json -exec rm -rf {} +
find node_modules -xtype l -delete # links to the folders above

cd node_modules
find . -type f \( -name '*.map' -o -name '*.md' -o -name '*.flow' -o -name '*.ts' -o -name '*.[cm]ts' \) -delete
find . -type d \( -name test -o -name tests -o -name example -o -name examples -o -name .yarn \) -prune -exec rm -rf {} +
# Builds for browsers and bundlers: Node resolves these packages to other files.
rm -rf pdfmake/build pdfkit/js/pdfkit.standalone.js pdfkit/js/pdfkit.es.js fontkit/src fontkit/dist/browser* typeorm/browser dayjs/esm yaml/browser \
  luxon/build/amd luxon/build/global luxon/build/cjs-browser rxjs/src rxjs/dist/bundles rxjs/dist/esm rxjs/dist/esm5 \
  class-validator/bundles class-validator/esm5 class-validator/esm2015 validator/es validator/validator*.js \
  libphonenumber-js/bundle libphonenumber-js/source libphonenumber-js/mobile libphonenumber-js/metadata.full.* \
  libphonenumber-js/metadata.mobile.* libphonenumber-js/examples.* \
  @opentelemetry/*/build/esm @opentelemetry/*/build/esnext @opentelemetry/semantic-conventions/dist/*incubating* \
  @opentelemetry/semantic-conventions/dist/experimental_* @fastify/swagger-ui/static/swagger-ui.js brotli/build
# Builds for `import` of packages that others load by `require`.
rm -rf fontkit/dist/module.mjs pako/dist unicode-trie/node_modules/pako/dist
find libphonenumber-js -type d -name 'es6*' -prune -exec rm -rf {} +
# The fonts that invoices do not use.
rm -rf pdfmake/fonts
find dejavu-fonts-ttf -type f ! -name package.json ! -name LICENSE \
  ! -name DejaVuSans.ttf ! -name 'DejaVuSans-Bold*.ttf' ! -name DejaVuSans-Oblique.ttf -delete
find . -type d -empty -delete
