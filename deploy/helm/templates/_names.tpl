{{/* The name of every object: that of the release, shortened so that names with a suffix are valid in DNS. */}}
{{- define "askline.name" -}}
{{- .Release.Name | trunc 50 | trimSuffix "-" -}}
{{- end -}}

{{/* The labels that select this release's pods. */}}
{{- define "askline.selector" -}}
app.kubernetes.io/name: askline
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end -}}

{{/* The labels of every object. */}}
{{- define "askline.labels" -}}
{{ include "askline.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* A setting whose value is in a Secret: your own, or the chart's. */}}
{{- define "askline.secretSetting" -}}
- name: {{ .setting }}
  valueFrom:
    secretKeyRef:
      name: {{ .from.existingSecret | default (printf "%s-addresses" (include "askline.name" .root)) }}
      key: {{ ternary .from.existingSecretKey .own (ne .from.existingSecret "") }}
{{- end -}}
