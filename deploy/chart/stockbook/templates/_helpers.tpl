{{/* The component names and their ports; the health port is 1000 above. */}}
{{- define "stockbook.ports" -}}
gateway: 3000
sales: 3001
inventory: 3002
settings: 3003
integration: 3004
{{- end }}

{{- define "stockbook.name" -}}
{{ default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" }}
{{- end }}

{{/* Names of Services have no dots; those of releases may. */}}
{{- define "stockbook.fullname" -}}
{{- $name := include "stockbook.name" . -}}
{{- if .Values.fullnameOverride -}}
{{ .Values.fullnameOverride | trunc 40 | trimSuffix "-" }}
{{- else if contains $name .Release.Name -}}
{{ .Release.Name | replace "." "-" | trunc 40 | trimSuffix "-" }}
{{- else -}}
{{ printf "%s-%s" .Release.Name $name | replace "." "-" | trunc 40 | trimSuffix "-" }}
{{- end -}}
{{- end }}

{{/* Labels of all pods of the release. */}}
{{- define "stockbook.selector" -}}
app.kubernetes.io/name: {{ include "stockbook.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "stockbook.labels" -}}
{{ include "stockbook.selector" . }}
app.kubernetes.io/version: {{ .Values.image.tag | default .Chart.AppVersion | trunc 63 | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version | replace "+" "_" }}
{{- end }}

{{- define "stockbook.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* The settings of one component, or of the pods of Jobs, as YAML: (list $ "sales") */}}
{{- define "stockbook.settings" -}}
{{- $root := index . 0 -}}
{{- $name := index . 1 -}}
{{- $settings := mergeOverwrite (deepCopy $root.Values.defaults) (index $root.Values $name "overrides") -}}
{{- if and $settings.autoscaling.enabled (gt (int $settings.autoscaling.maxReplicas) (int $root.Values.kafka.partitions)) (has $name (list "sales" "inventory" "settings" "integration")) -}}
{{- fail (printf "%s: autoscaling.maxReplicas must not exceed kafka.partitions, %d." $name (int $root.Values.kafka.partitions)) -}}
{{- end -}}
{{- if and $settings.autoscaling.enabled (gt (int $settings.autoscaling.minReplicas) (int $settings.autoscaling.maxReplicas)) -}}
{{- fail (printf "%s: autoscaling.minReplicas must not exceed autoscaling.maxReplicas, %d." $name (int $settings.autoscaling.maxReplicas)) -}}
{{- end -}}
{{ toYaml $settings }}
{{- end }}

{{/* The fewest and the most replicas of one component: (list $ "sales") */}}
{{- define "stockbook.fewest" -}}
{{- $settings := include "stockbook.settings" . | fromYaml -}}
{{ ternary $settings.autoscaling.minReplicas $settings.replicas $settings.autoscaling.enabled }}
{{- end }}
{{- define "stockbook.most" -}}
{{- $settings := include "stockbook.settings" . | fromYaml -}}
{{ ternary $settings.autoscaling.maxReplicas $settings.replicas $settings.autoscaling.enabled }}
{{- end }}

{{/* Connections of PostgreSQL that the release takes at most: each service surges by one replica, and `migrate` and the command line need some. */}}
{{- define "stockbook.connections" -}}
{{- $sum := 6 -}}
{{- range $name := list "sales" "inventory" "settings" "integration" -}}
{{- $sum = add $sum (mul 17 (add 1 (include "stockbook.most" (list $ $name) | int))) -}}
{{- end -}}
{{ $sum }}
{{- end }}
